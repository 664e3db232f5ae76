"""Reads cards from standard input with vobject, and prints what it has found: as JSON, or as cards again."""

import json
import sys

import vobject

text = sys.stdin.buffer.read().decode("utf-8")
cards = list(vobject.readComponents(text, allowQP=True))
if sys.argv[1] == "cells":
    found = [
        {
            "name": card.fn.value,
            "numbers": [tel.value for tel in card.contents.get("tel", [])],
            "groups": [group for line in card.contents.get("categories", []) for group in line.value],
        }
        for card in cards
    ]
    sys.stdout.buffer.write(json.dumps(found).encode())
else:
    sys.stdout.buffer.write("".join(card.serialize() for card in cards).encode("utf-8"))
