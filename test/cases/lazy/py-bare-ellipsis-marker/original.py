import argparse
import sys


def build_parser():
    parser = argparse.ArgumentParser(prog="tally")
    parser.add_argument("files", nargs="*")
    parser.add_argument("-w", "--words", action="store_true")
    parser.add_argument("-l", "--lines", action="store_true")
    return parser


def count(text, words, lines):
    if words:
        return len(text.split())
    if lines:
        return text.count("\n")
    return len(text)


def main(argv=None):
    options = build_parser().parse_args(argv)
    for name in options.files:
        with open(name, encoding="utf-8") as file:
            print(count(file.read(), options.words, options.lines), name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
