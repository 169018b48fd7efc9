"""The signatures of a shoe as a text file that a player keeps."""

from blackjack.models import Shoe


def signature_text(shoe: Shoe) -> str:
    """Return what was signed for whom, when, and both signatures; English like the tools' names."""
    commitment = shoe.commitment
    return (
        f"FairPlay signatures: {shoe.table.variant}, {shoe.table.currency}\n"
        f"Signed at: {commitment.committed_at:%Y-%m-%d %H:%M:%S} UTC\n"
        f"MD5: {commitment.md5}\n"
        f"SHA-256: {commitment.sha256}\n"
    )
