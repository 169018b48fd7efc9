"""The audit: what every member of staff did, or tried to do; written once and never changed."""
