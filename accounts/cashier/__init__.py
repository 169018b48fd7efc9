"""The cashier: players ask for deposits and withdrawals of roubles, staff confirm or refuse."""
