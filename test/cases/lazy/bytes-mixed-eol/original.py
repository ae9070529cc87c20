import os
import re

WORD = re.compile(r"[a-z]+")


def words(text):
    found = WORD.findall(text.lower())
    return found


def top(text, n):
    counts = {}
    for word in words(text):
        counts[word] = counts.get(word, 0) + 1
    order = sorted(counts, key=counts.get, reverse=True)
    return order[:n]


def main(folder):
    for name in os.listdir(folder):
        print(name)
