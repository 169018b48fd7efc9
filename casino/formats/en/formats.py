"""English dates and times: by the clock of 24 hours, as the zone that pages name writes them.

Django's "5 a.m." ends with a full stop, and a sentence that ends with it would have two.
"""

DATETIME_FORMAT = "N j, Y, H:i"
SHORT_DATETIME_FORMAT = "m/d/Y H:i"
TIME_FORMAT = "H:i"
