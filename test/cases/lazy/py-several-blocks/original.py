"""Orders of the canteen."""

import json


def read_orders(path):
    with open(path) as file:
        return json.load(file)


def total(order):
    amount = 0
    for dish in order["dishes"]:
        amount += dish["price"]
    return amount


def print_orders(orders):
    for order in orders:
        print(order["guest"], total(order))


def main():
    orders = read_orders("orders.json")
    print_orders(orders)
