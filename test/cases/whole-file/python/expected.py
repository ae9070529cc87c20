"""Adds the numbers on standard input, one per line."""

import sys


def add(lines):
    return sum(int(line) for line in lines if line.strip())


def main():
    print(add(sys.stdin))


if __name__ == "__main__":
    main()
