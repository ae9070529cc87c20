/** Files to make cases of, written for these tests. */
export const SCRIPT = `import { readFile } from "node:fs/promises";

/** Reads a list of orders. */
export async function readOrders(path) {
  const text = await readFile(path, "utf8");
  const lines = text.split("\\n");
  return lines.filter((line) => line !== "");
}

// Prints what an order costs.
function printTotal(order) {
  const total = order.items.length * order.price;
  console.log("total " + total);
  console.log("currency " + order.currency);
  order.isPrinted = true;
}

class Basket {
  constructor(owner) {
    this.owner = owner;
    this.items = [];
  }

  addItem(item) {
    this.items.push(item);
    this.changedAt = item.time;
    this.owner.notify(item);
  }

  clearItems() {
    this.items.length = 0;
    this.owner.notify(undefined);
  }
}

function shipOrder(order, carrier) {
  if (carrier.isReady) {
    carrier.load(order);
    carrier.leave();
  }
  order.isShipped = true;
}

function closeShop(baskets) {
  for (const basket of baskets) {
    basket.clearItems();
  }
}

export { Basket, closeShop };
`;

export const PYTHON = `"""Keeps the books."""
import csv

RATES = {"low": 7, "high": 19}


def read_rows(path):
    with open(path) as handle:
        rows = list(csv.reader(handle))
    return rows


# The rate is a percentage.
def net_amount(gross, rate):
    factor = 1 + RATES[rate] / 100
    print("factor", factor)
    return gross / factor


class Ledger:
    def __init__(self, owner):
        self.owner = owner
        self.rows = []

    def append_row(self, row):
        self.rows.append(row)
        self.owner.changed = True
        print("rows", len(self.rows))

    def close_books(self):
        if self.owner.changed:
            self.owner.save()
            self.owner.changed = False
        self.rows = None


def main(path):
    ledger = Ledger(path)
    for row in read_rows(path):
        ledger.append_row(row)
`;

export const GUIDE = `# Guide

What this is about.

## Install the tool

Run the installer:

\`\`\`sh
./install
\`\`\`

## Configure the server

Set the port in \`server.toml\`.

## Read the logs

They are in \`/var/log\`.

## Ask for help

Write to us.
`;

export const FILES: readonly (readonly [path: string, text: string])[] = [
  ["src/orders.js", SCRIPT],
  ["books.py", PYTHON],
  ["guide.md", GUIDE],
];
