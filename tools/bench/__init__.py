"""`make bench`: how fast the casino is, in figures that can be made again (docs/performance.md)."""
