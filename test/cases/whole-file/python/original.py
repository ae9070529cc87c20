import sys

def main():
    total = 0
    for line in sys.stdin:
        total = total + int(line)
    print(total)

main()
