#!/usr/bin/env python3
"""The model of sdse's fast kernel in SimPy, on the same traces and mappings.

    sdse bench simulator --dump DIR
    apt-get install python3-simpy3          # or: pip install simpy
    python3 simpy_mjpeg.py [--designs N] [--json] DIR/mjpeg-1:1.fcfs.lanes …

A process of the application is a process of SimPy, a processor with more than
one of them and a bus are resources with one place, either end of a channel is a
container of tokens or of room. It is written to be fast rather than complete: a
processor with one process is no resource, and the executes behind a transfer
are one timeout where nothing can come between.

What happens at one instant, SimPy does in the order in which it was scheduled.
sdse has rules for that (docs/semantics.md: completions first, then who keeps and
who gets a processor, then arbitration by rank), which SimPy cannot express
without another event per instant. So makespans differ a little where there are
ties; the largest difference is printed.
"""

import argparse
import json
import time

import simpy

from lanes import Shape


def process(env, cpu, pick, keeps, body, times, design, buses, ends):
    held = None
    for _ in range(times):
        for row, tail in body:
            if row is not None:
                duration, first, second, own, peer, units = design.rows[row]
                if held is not None and ends[own].level < units:
                    cpu.release(held)
                    held = None
                yield ends[own].get(units)
            if cpu is not None and held is None:
                held = cpu.request()
                yield held
                if pick:
                    yield env.timeout(pick)
            if row is not None:
                # The paths of these shapes pass at most one contended component.
                bus = buses[first] if first < design.shared else None
                if bus is not None:
                    grant = bus.request()
                    yield grant
                    yield env.timeout(duration)
                    bus.release(grant)
                else:
                    yield env.timeout(duration)
                ends[peer].put(units)
            if tail:
                yield env.timeout(tail)
            if held is not None and not keeps:
                cpu.release(held)
                held = None
    if held is not None:
        cpu.release(held)


def simulate(shape, design):
    """Returns the makespan and the CPU seconds."""
    bodies = {}
    for slot, p in enumerate(design.procs):
        if p is not None:
            bodies[slot] = shape.records(design, slot)
    begin = time.process_time()
    env = simpy.Environment()
    buses = [simpy.Resource(env) for _ in range(design.shared)]
    ends = [simpy.Container(env, init=supply) for supply in design.ends]
    for pick, keeps, first, placed in design.ranks:
        cpu = simpy.Resource(env) if placed > 1 else None
        for slot in range(first, first + placed):
            env.process(process(env, cpu, pick, keeps, *bodies[slot], design, buses, ends))
    env.run()
    return env.now, time.process_time() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--designs", type=int, default=2, help="how many mappings of each file")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    for file in options.files:
        shape = Shape(file)
        times, off = [], 0.0
        for design in shape.designs[: options.designs]:
            makespan, seconds = simulate(shape, design)
            times.append(seconds / shape.events * 1e9)
            off = max(off, abs(makespan / design.makespan - 1))
        median = sorted(times)[len(times) // 2]
        if options.json:
            print(json.dumps({"case": shape.name, "ns": median, "off": off}))
        else:
            print(f"{shape.name:26} {median:10.0f} ns/event; makespan differs by up to {100 * off:.3f} %")


if __name__ == "__main__":
    main()
