"""The counts of the days, and what the dealer's figures were judged to be."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("blackjack", "0008_what_expires_by_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyFigures",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(verbose_name="day")),
                ("variant", models.CharField(max_length=32, verbose_name="game")),
                ("rounds", models.PositiveBigIntegerField(default=0, verbose_name="rounds")),
                ("boxes", models.PositiveBigIntegerField(default=0, verbose_name="boxes")),
                (
                    "net",
                    models.BigIntegerField(
                        default=0, verbose_name="result, halves of the first bet"
                    ),
                ),
                (
                    "net_squares",
                    models.PositiveBigIntegerField(default=0, verbose_name="its squares"),
                ),
                (
                    "net_boxes",
                    models.BigIntegerField(default=0, verbose_name="its products with the boxes"),
                ),
                (
                    "boxes_squares",
                    models.PositiveBigIntegerField(default=0, verbose_name="squares of the boxes"),
                ),
                (
                    "naturals",
                    models.PositiveBigIntegerField(default=0, verbose_name="blackjacks of boxes"),
                ),
                ("dealer_17", models.PositiveBigIntegerField(default=0, verbose_name="dealer: 17")),
                ("dealer_18", models.PositiveBigIntegerField(default=0, verbose_name="dealer: 18")),
                ("dealer_19", models.PositiveBigIntegerField(default=0, verbose_name="dealer: 19")),
                ("dealer_20", models.PositiveBigIntegerField(default=0, verbose_name="dealer: 20")),
                ("dealer_21", models.PositiveBigIntegerField(default=0, verbose_name="dealer: 21")),
                (
                    "dealer_bust",
                    models.PositiveBigIntegerField(default=0, verbose_name="dealer: bust"),
                ),
                (
                    "dealer_blackjack",
                    models.PositiveBigIntegerField(default=0, verbose_name="dealer: blackjack"),
                ),
                ("counted_at", models.DateTimeField(verbose_name="counted at")),
            ],
            options={
                "verbose_name": "figures of a day",
                "verbose_name_plural": "figures of the days",
                "ordering": ("-day", "variant"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "variant"), name="blackjack_figures_once_a_day"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DealerWatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32, unique=True, verbose_name="game")),
                ("judged_at", models.DateTimeField(verbose_name="judged at")),
                ("rounds", models.PositiveBigIntegerField(default=0, verbose_name="rounds")),
                ("chance", models.FloatField(null=True, verbose_name="chance of being as far off")),
                (
                    "outside_since",
                    models.DateTimeField(null=True, verbose_name="out of its band since"),
                ),
                ("told_at", models.DateTimeField(null=True, verbose_name="managers told at")),
            ],
            options={
                "verbose_name": "dealer’s figures",
                "verbose_name_plural": "dealer’s figures",
                "ordering": ("variant",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("told_at__isnull", True),
                            ("outside_since__isnull", False),
                            _connector="OR",
                        ),
                        name="blackjack_told_of_what_is_outside",
                    )
                ],
            },
        ),
    ]
