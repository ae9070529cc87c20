class Buffer:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)


class CountingBuffer(Buffer):
    def __init__(self):
        self.parts = []
        self.count = 0

    def write(self, text):
        self.parts.append(text)
        self.count += 1
