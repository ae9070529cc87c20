"""Prints the total of an order."""

import argparse
import json


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="JSON file of the order")
    parser.add_argument("--currency", default="EUR", help="What amounts are in")
    return parser.parse_args()


def main():
    args = read_arguments()

    with open(args.file, encoding="utf-8") as opened:
        order = json.load(opened)

    total = sum(line["amount"] * line["price"] for line in order["lines"])
    print(f"{total:.2f} {args.currency}")


if __name__ == "__main__":
    main()
