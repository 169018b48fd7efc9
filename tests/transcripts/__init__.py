"""Transcripts: what is replayed, what is refused and where, the command, and the samples."""
