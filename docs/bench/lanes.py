"""Reads what `sdse bench simulator --dump DIR` writes (README.md), for simpy_mjpeg.py."""


class Design:
    """One mapping: what a simulator of any kind needs of it."""

    def __init__(self):
        self.ranks = []  # processors in use: (pick, keeps, first slot, processes)
        self.procs = []  # per slot: (first row, first tail, first word, further iterations), None for padding
        self.ends = []  # units there at the start
        self.rows = []  # classes of transfers: (duration, resource, resource, own end, other end, units)
        self.shared = 0  # resources below this number are waited for; the others stand for none
        self.makespan = 0


class Shape:
    def __init__(self, file):
        with open(file) as f:
            self.text = iter(f.read().split())
        self._expect("sdse-lanes")
        if self._number() != 1:
            raise SystemExit(f"{file}: this program reads version 1")
        self._expect("name")
        self.name = next(self.text)
        self._expect("events")
        self.events = self._number()
        self.words = self._list("words")
        self.tails = self._list("tails")
        self._expect("designs")
        self.designs = [self._design() for _ in range(self._number())]

    def _expect(self, word):
        got = next(self.text)
        if got != word:
            raise SystemExit(f"want {word}, got {got}")

    def _number(self):
        return int(next(self.text))

    def _numbers(self, n):
        return [int(next(self.text)) for _ in range(n)]

    def _list(self, word):
        self._expect(word)
        return self._numbers(self._number())

    def _rows(self, word, width):
        self._expect(word)
        return [self._numbers(width) for _ in range(self._number())]

    def _design(self):
        d = Design()
        self._expect("lane")
        used, group, _, _ = self._numbers(4)
        for word in ("due", "first", "keys"):
            self._list(word)
        for _, _, pick, keep, slot, placed in self._rows("ranks", 6):
            d.ranks.append((pick, keep != 0, slot, placed))
        for i, (_, _, _, _, rows, tails, start, times) in enumerate(self._rows("procs", 8)):
            real = i % group < d.ranks[i // group][3]
            d.procs.append((rows, tails, start, times) if real else None)
        d.shared = len(self._rows("resources", 2)) - used
        d.ends = [row[0] for row in self._rows("ends", 7)]
        # At time 0 a process may have taken its first step towards a record,
        # but nothing is consumed yet: supply is all there is.
        d.rows = self._rows("rows", 6)
        self._list("ring")
        self._expect("makespan")
        d.makespan = self._number()
        self._list("waited")
        return d

    def records(self, design, slot):
        """The records of a process: (row, tail)."""
        rows, tails, start, times = design.procs[slot]
        body = []
        at = start
        while self.words[at] >> 22 != 1:
            word = self.words[at]
            body.append((rows + (word >> 22) if word >> 22 else None, self.tails[tails + (word & ((1 << 22) - 1))]))
            at += 1
        return body, times + 1
