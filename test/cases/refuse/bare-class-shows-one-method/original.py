import os


class App:
    def __init__(self, root):
        self.root = root

    def scan(self):
        return sorted(os.listdir(self.root))

    def run(self):
        for name in self.scan():
            print(name)
