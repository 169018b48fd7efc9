"""Training: whether it is on, how well a player decides, and what his habits cost."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("blackjack", "0009_site_figures"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Training",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "hints",
                    models.BooleanField(default=False, verbose_name="a hint at every decision"),
                ),
                (
                    "grading",
                    models.BooleanField(default=False, verbose_name="decisions are graded"),
                ),
                ("began_at", models.DateTimeField(null=True, verbose_name="session began at")),
                ("decisions", models.PositiveBigIntegerField(default=0, verbose_name="decisions")),
                ("right", models.PositiveBigIntegerField(default=0, verbose_name="right ones")),
                (
                    "cost",
                    models.PositiveBigIntegerField(
                        default=0, verbose_name="cost of the others, millionths of a FUN"
                    ),
                ),
                ("last", models.JSONField(null=True, verbose_name="last decision")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="training",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "training",
                "verbose_name_plural": "trainings",
            },
        ),
        migrations.CreateModel(
            name="Habit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32, verbose_name="game")),
                ("kind", models.CharField(max_length=16, verbose_name="kind of hand")),
                ("label", models.CharField(blank=True, max_length=8, verbose_name="hand")),
                ("up", models.CharField(max_length=2, verbose_name="dealer’s card")),
                ("chosen", models.CharField(max_length=16, verbose_name="chosen")),
                ("better", models.CharField(max_length=16, verbose_name="better")),
                ("times", models.PositiveBigIntegerField(default=0, verbose_name="times")),
                (
                    "cost",
                    models.PositiveBigIntegerField(
                        default=0, verbose_name="cost, millionths of a FUN"
                    ),
                ),
                (
                    "training",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="habits",
                        to="blackjack.training",
                        verbose_name="training",
                    ),
                ),
            ],
            options={
                "verbose_name": "habit",
                "verbose_name_plural": "habits",
            },
        ),
        migrations.AddConstraint(
            model_name="training",
            constraint=models.CheckConstraint(
                condition=models.Q(("right__lte", models.F("decisions"))),
                name="blackjack_training_adds_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="habit",
            constraint=models.UniqueConstraint(
                fields=("training", "variant", "kind", "label", "up", "chosen", "better"),
                name="blackjack_a_habit_once",
            ),
        ),
    ]
