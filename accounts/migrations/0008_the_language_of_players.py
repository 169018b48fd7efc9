"""The language in which players are told what others did to their accounts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_back_office"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True, default="", editable=False, max_length=16, verbose_name="language"
            ),
        ),
    ]
