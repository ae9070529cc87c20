import csv


def read_rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def totals(rows):
    result = {}
    for row in rows:
        result[row["category"]] = result.get(row["category"], 0) + float(row["amount"])
    return result
