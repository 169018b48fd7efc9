"""Players' own limits, breaks and reminders."""
