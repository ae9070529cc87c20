"""The shed command: what is in the shared garden shed."""

import argparse
import sys

from shed.store import Store


class Command:
    """One sub-command of the shed command."""

    name = ""
    table = ""

    def __init__(self, store, stream=sys.stdout):
        self.store = store
        self.stream = stream

    def configure(self, parser):
        raise NotImplementedError

    def print(self, text):
        self.stream.write(text + "\n")

    def run(self, options):
        action = getattr(self, options.action)
        return action(options)


class PlantCommand(Command):
    """Adds, shows and removes a plant."""

    name = "plant"
    table = "plants"

    def configure(self, parser):
        parser.add_argument("action", choices=["add", "show", "remove"])
        parser.add_argument("label")
        parser.add_argument("--note", default="")

    def add(self, options):
        row = {"label": options.label, "note": options.note}
        self.store.insert(self.table, row)
        self.print(f"added a plant called {options.label}")
        return 0

    def show(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        for key, value in sorted(row.items()):
            self.print(f"{key}: {value}")
        return 0

    def remove(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        self.store.delete(self.table, row["id"])
        return 0


class BedCommand(Command):
    """Adds, shows and removes a bed."""

    name = "bed"
    table = "beds"

    def configure(self, parser):
        parser.add_argument("action", choices=["add", "show", "remove"])
        parser.add_argument("label")
        parser.add_argument("--note", default="")

    def add(self, options):
        row = {"label": options.label, "note": options.note}
        self.store.insert(self.table, row)
        self.print(f"added a bed called {options.label}")
        return 0

    def show(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        for key, value in sorted(row.items()):
            self.print(f"{key}: {value}")
        return 0

    def remove(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        self.store.delete(self.table, row["id"])
        return 0


class ToolCommand(Command):
    """Adds, shows and removes a tool."""

    name = "tool"
    table = "tools"

    def configure(self, parser):
        parser.add_argument("action", choices=["add", "show", "remove"])
        parser.add_argument("label")
        parser.add_argument("--note", default="")

    def add(self, options):
        row = {"label": options.label, "note": options.note}
        self.store.insert(self.table, row)
        self.print(f"added a tool called {options.label}")
        return 0

    def show(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        for key, value in sorted(row.items()):
            self.print(f"{key}: {value}")
        return 0

    def remove(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        self.store.delete(self.table, row["id"])
        return 0


class SeedCommand(Command):
    """Adds, shows and removes a packet of seeds."""

    name = "seed"
    table = "seeds"

    def configure(self, parser):
        parser.add_argument("action", choices=["add", "show", "remove"])
        parser.add_argument("label")
        parser.add_argument("--note", default="")

    def add(self, options):
        row = {"label": options.label, "note": options.note}
        self.store.insert(self.table, row)
        self.print(f"added a packet of seeds called {options.label}")
        return 0

    def show(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        for key, value in sorted(row.items()):
            self.print(f"{key}: {value}")
        return 0

    def remove(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        self.store.delete(self.table, row["id"])
        return 0


class MemberCommand(Command):
    """Adds, shows and removes a member."""

    name = "member"
    table = "members"

    def configure(self, parser):
        parser.add_argument("action", choices=["add", "show", "remove"])
        parser.add_argument("label")
        parser.add_argument("--note", default="")

    def add(self, options):
        row = {"label": options.label, "note": options.note}
        self.store.insert(self.table, row)
        self.print(f"added a member called {options.label}")
        return 0

    def show(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        for key, value in sorted(row.items()):
            self.print(f"{key}: {value}")
        return 0

    def remove(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        self.store.delete(self.table, row["id"])
        return 0


class KeyCommand(Command):
    """Adds, shows and removes a key."""

    name = "key"
    table = "keys"

    def configure(self, parser):
        parser.add_argument("action", choices=["add", "show", "remove"])
        parser.add_argument("label")
        parser.add_argument("--note", default="")

    def add(self, options):
        row = {"label": options.label, "note": options.note}
        self.store.insert(self.table, row)
        self.print(f"added a key called {options.label}")
        return 0

    def show(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        for key, value in sorted(row.items()):
            self.print(f"{key}: {value}")
        return 0

    def remove(self, options):
        row = self.store.find(self.table, options.label)
        if row is None:
            self.print("not found")
            return 1
        self.store.delete(self.table, row["id"])
        return 0


COMMANDS = [
    PlantCommand,
    BedCommand,
    ToolCommand,
    SeedCommand,
    MemberCommand,
    KeyCommand,
]


def main(argv=None):
    store = Store.open_default()
    parser = argparse.ArgumentParser(prog="shed")
    subparsers = parser.add_subparsers(dest="command", required=True)
    commands = {}
    for kind in COMMANDS:
        command = kind(store)
        command.configure(subparsers.add_parser(kind.name))
        commands[kind.name] = command
    options = parser.parse_args(argv)
    return commands[options.command].run(options)


if __name__ == "__main__":
    sys.exit(main())
