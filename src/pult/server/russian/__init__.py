"""Russian for the page: texts for people are written in English everywhere, and put into Russian where they leave.

Tables beside this file hold the texts as templates; a text that no template fits stays as it is.
"""
