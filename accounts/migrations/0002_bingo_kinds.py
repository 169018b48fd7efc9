"""The kinds of money lines that bingo books."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_players_and_money"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("bet", "Bet"),
                    ("double", "Double"),
                    ("split", "Split"),
                    ("insurance", "Insurance"),
                    ("payout", "Payout"),
                    ("surrender", "Surrender"),
                    ("insurance_payout", "Insurance payout"),
                    ("bingo", "Bingo bet"),
                    ("bingo_payout", "Bingo payout"),
                    ("bingo_refund", "Bingo bet returned"),
                    ("demo_fill", "Demo fill-up"),
                    ("adjustment", "Adjustment by staff"),
                ],
                max_length=32,
                verbose_name="kind",
            ),
        ),
    ]
