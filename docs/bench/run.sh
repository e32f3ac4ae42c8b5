#!/bin/sh
# Compares the fast kernel of sdse with the same kernel in C++ (kernel.cpp) and
# with the same model in SimPy and SimGrid, as far as their tools are there:
#
#   docs/bench/run.sh [ROUNDS]
#
# It builds everything in a temporary directory, runs all programs in turns for
# some rounds (5 unless said otherwise), about 30 s each, and prints the medians
# of the CPU time per event and of the ratios within a round. It needs Go and
# Python 3; g++, SimGrid (Debian: libsimgrid-dev) and SimPy (python3-simpy3, for
# /usr/bin/python3, or pip install simpy) if wanted.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rounds=${1:-5}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cxx=${CXX:-g++}
export PYTHONDONTWRITEBYTECODE=1

(cd "$here/../.." && go build -o "$dir/sdse" ./cmd/sdse)
"$dir/sdse" bench simulator --dump "$dir/lanes"

if command -v "$cxx" >/dev/null; then
    "$cxx" -std=c++20 -O3 -march=native -o "$dir/cpp-native" "$here/kernel.cpp"
    # See kernel.cpp for these options.
    "$cxx" -std=c++20 -O3 -march=native -mno-stv -fno-tree-slp-vectorize -o "$dir/cpp" "$here/kernel.cpp" 2>/dev/null || cp "$dir/cpp-native" "$dir/cpp"
    "$cxx" -std=c++17 -O3 -march=native -o "$dir/simgrid" "$here/simgrid_mjpeg.cpp" -lsimgrid 2>/dev/null || echo "no SimGrid here" >&2
else
    echo "no C++ compiler here" >&2
fi
python=
for p in python3 /usr/bin/python3; do
    if [ -z "$python" ] && "$p" -c 'import simpy' 2>/dev/null; then python=$p; fi
done
[ -n "$python" ] || echo "no SimPy here" >&2

slow="$dir/lanes/mjpeg-1:1.fcfs.lanes $dir/lanes/mjpeg-4p.fcfs.lanes $dir/lanes/multi-12p.run-to-block.lanes"
round=1
while [ "$round" -le "$rounds" ]; do
    echo "round $round of $rounds" >&2
    "$dir/sdse" bench simulator --quiet --only kernels --reps 3 --json "$dir/go.$round" >/dev/null
    for program in cpp cpp-native; do
        [ ! -x "$dir/$program" ] || "$dir/$program" --reps 3 --json "$dir"/lanes/*.lanes >"$dir/$program.$round"
    done
    # shellcheck disable=SC2086
    [ ! -x "$dir/simgrid" ] || "$dir/simgrid" --designs 3 --json $slow >"$dir/simgrid.$round"
    # shellcheck disable=SC2086
    [ -z "$python" ] || "$python" "$here/simpy_mjpeg.py" --designs 1 --json $slow >"$dir/simpy.$round"
    round=$((round + 1))
done
python3 "$here/table.py" "$dir" "$rounds"
