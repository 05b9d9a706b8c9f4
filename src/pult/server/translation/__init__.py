"""Texts for people in other languages: they are written in English everywhere, and translated where they leave.

Each language is one gettext catalog in the folder ``locale``, ``ru.po`` for Russian. ``make words`` brings all catalogs
up to date with the texts of the sources; a new language is begun with ``make words LANGUAGE=de``.
"""
