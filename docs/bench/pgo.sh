#!/bin/sh
# Makes cmd/sdse/default.pgo, the profile by which `go build` optimises sdse:
#
#   docs/bench/pgo.sh
#
# The profile is that of the main example, one worker, for some seeds: what
# people run. It is made with a program that was built without a profile, so the
# result does not depend on the last one.
#
# The samples of the fast kernel are left out. That kernel is written for the
# compiler as it is without a profile (sesame/fast.go); with one, calls are put
# in line that should not be, and it loses 5 to 10 %. The rest gains.
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -pgo=off -o "$dir/sdse" ./cmd/sdse
for seed in 1 2 3; do
    "$dir/sdse" --cpuprofile "$dir/$seed.prof" explore --arch examples/mjpeg/mpsoc.toml --workers 1 --seed $seed --quiet --out "$dir/run$seed" >/dev/null
done
go tool pprof -proto -ignore='sesame\.\(\*lane\)' "$dir"/*.prof >cmd/sdse/default.pgo
ls -l cmd/sdse/default.pgo
