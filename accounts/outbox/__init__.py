"""Mail that waits in the database until it is sent: what is not there was never promised."""
