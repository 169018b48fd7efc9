"""What may be bet: within the limits of the house, and what was bet before."""

from collections.abc import Mapping

from accounts import ledger, limits
from accounts.limits import Limit
from accounts.models import User
from blackjack.engine import round as engine
from blackjack.engine.rules import Variant
from blackjack.exceptions import BetOutOfLimits, BingoBelowLimit, GameClosed, NothingToRepeat
from blackjack.models import Round


def require_within(limit: Limit | None, bets: Mapping[int, int], bingo: Mapping[int, int]) -> None:
    """Hold each initial bet against the player's tier. Source: rules.md sections 3 and 8.

    Args:
        limit: of the game, his tier and the currency; ``None`` where there is none.
        bets, bingo: hundredths by box.

    Raises:
        GameClosed, BetOutOfLimits, BingoBelowLimit.
    """
    if limit is None or limit.closed:
        raise GameClosed
    minimum, maximum = limit.minimum * engine.UNIT, limit.maximum * engine.UNIT
    for box, amount in sorted(bets.items()):
        if not minimum <= amount <= maximum:
            raise BetOutOfLimits(box, amount, minimum, maximum)
    for box, amount in sorted(bingo.items()):
        if 0 < amount < minimum:
            raise BingoBelowLimit(box, amount, minimum)


def previous_bets(
    *, player: User, variant: Variant, currency: str, times: int = 1
) -> Mapping[int, int]:
    """Return the previous round's initial stakes, if they can be laid again as they are.

    ``times`` multiplies each of them: 2 for twice the stakes.

    Source: rules.md section 3, *Rebet*: the whole is refused with the reason, never trimmed.
    Changes nothing.

    Raises:
        NothingToRepeat: no round of this table is kept.
        GameClosed, BetOutOfLimits: what the player's tier may bet here by now.
        InsufficientFunds: the wallet can't cover them by now.
    """
    tables = Round.objects.filter(
        table__player=player, table__variant=variant, table__currency=currency
    )
    row = tables.order_by("-pk").first()
    stakes = {} if row is None else _stakes(row)
    if not stakes:
        raise NothingToRepeat
    bets = {box: times * stake for box, stake in stakes.items()}
    require_within(
        limits.found(variant=variant.value, tier=player.tier, currency=currency), bets, {}
    )
    balance, needed = ledger.balance(player.pk, currency), sum(bets.values())
    if needed > balance:
        raise ledger.InsufficientFunds(needed, balance, currency)
    return bets


def _stakes(row: Round) -> Mapping[int, int]:
    """Return a round's initial stakes; none where the row is damaged."""
    try:
        stakes = row.stakes
    except (TypeError, ValueError, AttributeError):
        return {}
    return stakes if all(type(amount) is int for amount in stakes.values()) else {}
