"""Prints what run.sh has measured: table.py DIRECTORY ROUNDS"""

import json
import os
import statistics
import sys


def go(file):
    with open(file) as f:
        table = json.load(f)["reports"][0]["tables"][0]
    columns = [c["name"] for c in table["columns"]]
    return {
        row["case"]: {name: value["median"] for name, value in zip(columns, row["values"])}
        for row in table["rows"]
    }


def lines(file):
    if not os.path.exists(file):
        return {}
    with open(file) as f:
        return {r["case"]: r for r in map(json.loads, f)}


def show(values, form):
    """Median [lowest, highest] over the rounds."""
    if not values:
        return "-"
    text = form.format(statistics.median(values))
    return f"{text} [{form.format(min(values))}, {form.format(max(values))}]" if len(values) > 1 else text


def main():
    directory, rounds = sys.argv[1], range(1, int(sys.argv[2]) + 1)
    read = lambda program, how: [how(os.path.join(directory, f"{program}.{r}")) for r in rounds]
    ours = read("go", go)
    others = {p: read(p, lines) for p in ("cpp", "cpp-native", "simgrid", "simpy")}

    def ratio(program, field, lane, case):
        return [o[case][field] / g[case][lane] for g, o in zip(ours, others[program]) if case in o]

    head = ["case", "Go, one lane (ns/event)", "Go, two (ns/event)"]
    head += ["C++/Go, one", "C++/Go, two", "C++ -march=native/Go, two", "SimGrid/Go, two", "SimPy/Go, two", "makespans off (SimGrid, SimPy)"]
    table = [head]
    for case in ours[0]:
        row = [case] + [show([g[case][lane] for g in ours], "{:.2f}") for lane in ("one lane", "two lanes")]
        row.append(show(ratio("cpp", "one", "one lane", case), "{:.2f}"))
        row.append(show(ratio("cpp", "two", "two lanes", case), "{:.2f}"))
        row.append(show(ratio("cpp-native", "two", "two lanes", case), "{:.2f}"))
        for program in ("simgrid", "simpy"):
            row.append(show(ratio(program, "ns", "two lanes", case), "{:.0f}"))
        off = [others[p][0][case]["off"] for p in ("simgrid", "simpy") if case in others[p][0]]
        row.append(", ".join(f"{100 * x:.2f} %" for x in off) or "-")
        table.append(row)
    for row in table:
        print("| " + " | ".join(row) + " |")
        if row is head:
            print("|" + "---|" * len(head))
    for o in others["cpp"]:
        if o:
            bad = sum(r["differences"] for r in o.values())
            print(f"\nmakespan and waiting of C++ and Go: {'the same in every design' if bad == 0 else f'{bad} differ'}")
            break


if __name__ == "__main__":
    main()
