"""The rules engine: by rule, by known fault, and against an independent oracle."""
