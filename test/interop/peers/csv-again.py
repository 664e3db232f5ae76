"""Reads CSV from standard input and writes it again, as Python's csv module does it."""

import csv
import io
import json
import sys

dialect, quoting, what = sys.argv[1:]
given = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
sample = given.read()
rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=";" if sample.startswith("group_id;") else ","))
if what == "cells":
    sys.stdout.buffer.write(json.dumps(rows).encode())
else:
    out = io.StringIO(newline="")
    csv.writer(out, dialect=dialect, quoting=getattr(csv, quoting)).writerows(rows)
    sys.stdout.buffer.write(out.getvalue().encode("utf-8"))
