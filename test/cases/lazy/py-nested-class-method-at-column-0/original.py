class Report:
    """Rows of a report, with a nested writer."""

    class Writer:
        def __init__(self, stream):
            self.stream = stream

        def write_row(self, row):
            cells = [str(cell) for cell in row]
            self.stream.write(",".join(cells))
            self.stream.write("\n")

        def close(self):
            self.stream.close()

    def __init__(self, rows):
        self.rows = list(rows)

    def save(self, stream):
        writer = self.Writer(stream)
        for row in self.rows:
            writer.write_row(row)
        writer.close()
