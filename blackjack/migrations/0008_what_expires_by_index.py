"""The indexes by which the expiry finds its work, and what must hold of its columns."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("blackjack", "0007_times_of_what_is_there"),
    ]

    operations = [
        migrations.AlterField(
            model_name="bingosession",
            name="last_round_at",
            field=models.DateTimeField(verbose_name="last round dealt at"),
        ),
        migrations.AddIndex(
            model_name="bingosession",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", True)),
                fields=["last_round_at", "id"],
                name="blackjack_bingo_to_end",
            ),
        ),
        migrations.AddIndex(
            model_name="bingosession",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False), ("shoe__isnull", True)),
                fields=["ended_at", "id"],
                name="blackjack_bingo_to_delete",
            ),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", True)),
                fields=["dealt_at", "id"],
                name="blackjack_round_to_end",
            ),
        ),
        migrations.AddIndex(
            model_name="shoe",
            index=models.Index(
                condition=models.Q(("dealt_at__isnull", False), ("ended_at__isnull", True)),
                fields=["dealt_at", "id"],
                name="blackjack_shoe_to_end",
            ),
        ),
        migrations.AddIndex(
            model_name="shoe",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)),
                fields=["kept_until", "id"],
                name="blackjack_shoe_to_delete",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("house_from__isnull", True), ("ended_at__isnull", False), _connector="OR"
                ),
                name="blackjack_house_ends_rounds",
            ),
        ),
        migrations.AddConstraint(
            model_name="shoe",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("ended_at__isnull", True), ("kept_until__isnull", False), _connector="OR"
                ),
                name="blackjack_ended_shoes_expire",
            ),
        ),
    ]
