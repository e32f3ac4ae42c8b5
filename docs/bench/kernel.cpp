// The fast kernel of sdse (sesame/fast.go, fastrun.go, lanes.go) once more, in
// C++: the same steps on the same tables, to see what the language costs.
//
//   sdse bench simulator --dump DIR
//   g++ -std=c++20 -O3 -march=native -mno-stv -fno-tree-slp-vectorize -o kernel kernel.cpp
//   ./kernel [--reps N] [--json] DIR/*.lanes
//
// It checks the makespan of every design and what every processor waited
// against what Go wrote into the dump, to the last bit, and exits with 1 if
// anything differs. It prints CPU time per event with one lane and with two:
// medians of the repetitions, the two in turns.
//
// The last two options are for x86-64 and gcc: without them gcc 12 moves the
// minima into vector registers, the wide loads wait for the narrow stores before
// them, and the program takes twice as long. Leave them out elsewhere.
//
// It does not skip what repeats, and neither does what it is compared with:
// nothing repeats in these traces.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using u32 = uint32_t;
using u64 = uint64_t;
using i32 = int32_t;
using i64 = int64_t;

// The constants of sesame/fast.go and faststream.go.
constexpr u32 maxSlots = 1 << 10, maxRanks = 1 << 8, maxResources = 1 << 10, maxEnds = 1 << 11, maxRows = 1 << 12, maxUnits = 1 << 14;
constexpr int keyBits = 12, tailBits = 22;
constexpr u64 keyMask = (1 << keyBits) - 1, idleKey = u64(1) << 63, maxKeyTime = u64(1) << 50;
constexpr u32 farAway = 1 << 30, maxTails = u32(1) << tailBits, wrapAround = 1;

struct Resource { u64 sooner, later; };
struct Row;
struct Proc { u64 clock, tail; Row* row; u32 next, rows, tails, start; i32 times; };
struct Rank { u64 best, back, pick, keep, waited, number; u32 slot, placed; };
struct End { u32 supply, demand, need, ring, mask, slot; Proc* proc; Rank* rank; };
struct Row { u64 duration; Resource *first, *second; End *own, *peer; u32 units; };

static inline u64 least8(const u64* d) {
    return std::min(std::min(std::min(d[0], d[1]), std::min(d[2], d[3])), std::min(std::min(d[4], d[5]), std::min(d[6], d[7])));
}

static inline u64 dueKey(const Rank& rank, u64 key) {
    u64 ready = key >> keyBits;
    u64 pick = rank.pick & ~u64(i64(ready - 1) >> 63);
    return (std::max(rank.back, ready) + pick) << keyBits | rank.number;
}

static inline Resource taken(Resource r, u64 granted, u64 end) {
    u64 other = std::max(r.later, granted);
    return {std::min(other, end), std::max(other, end)};
}

struct Image;

struct Lane {
    u64 limit, last;
    u32 blocks, group, used;
    i32 left;
    const u32* words;
    const u64* tails;
    alignas(64) u64 due[maxRanks];
    u64 first[maxRanks / 8];
    alignas(64) Resource free[maxResources];
    Rank ranks[maxRanks];
    alignas(64) u64 keys[maxSlots];
    Proc procs[maxSlots];
    End ends[maxEnds];
    Row rows[maxRows];
    u64 ring[maxUnits];

    u64 earliest() const {
        if (blocks == 1) return least8(due);
        if (blocks == 2) return std::min(least8(due), least8(due + 8));
        u64 k = first[0];
        for (u32 i = 1; i < blocks; i++) k = std::min(k, first[i]);
        return k;
    }

    u64 leastOfGroup(u32 slot) const {
        const u64* g = keys + slot;
        if (group == 4) return std::min(std::min(g[0], g[1]), std::min(g[2], g[3]));
        u64 key = least8(g);
        for (u32 at = 8; at < group; at += 8) key = std::min(key, least8(g + at));
        return key;
    }

    u32 wrap(Proc& p) {
        if (p.times > 0) {
            p.times--;
            p.next = p.start + 1;
            return words[p.start];
        }
        last = std::max(last, p.clock);
        left--;
        return wrapAround << tailBits;
    }

    // step does one record; see sesame/fastrun.go for the why of every line.
    inline bool step() {
        u64 k = earliest();
        if (k >= limit) return false;
        u64 r = k & keyMask;
        Rank& rank = ranks[r];
        u64 i = rank.best & keyMask;
        Proc& p = procs[i];
        Row* row = p.row;

        u64 t = k >> keyBits;
        Resource a = *row->first, b = *row->second;
        u64 granted = std::max(t, std::max(a.sooner, b.sooner));
        u64 end = granted + row->duration;
        *row->first = taken(a, granted, end);
        *row->second = taken(b, granted, end);
        rank.waited += granted - t;
        t = end + p.tail;
        p.clock = t;
        rank.back = t;

        u32 units = row->units;
        End& peer = *row->peer;
        row->own->demand += units;
        u32 supply = peer.supply;
        ring[peer.ring + (supply & peer.mask)] = end;
        for (u32 j = 1; j < units; j++) ring[peer.ring + ((supply + j) & peer.mask)] = end;
        supply += units;
        peer.supply = supply;

        u32 asleep = u32(i64(i32(supply - peer.need)) >> 63);
        peer.need += farAway & ~asleep;
        Rank& host = *peer.rank;
        u64 clock = peer.proc->clock;
        u64 kept = host.keep & u64(i64(end - clock - 1) >> 63);
        u64 key = (std::max(clock, end) & ~kept) << keyBits | peer.slot | (u64(i64(i32(asleep))) & idleKey);
        u64& slot = keys[peer.slot];
        slot = std::min(slot, key);
        host.best = std::min(host.best, key);
        u64& hostDue = due[host.number];
        hostDue = std::min(hostDue, dueKey(host, key));

        u32 word = words[p.next];
        p.next++;
        if (word >> tailBits == wrapAround) word = wrap(p);
        row = &rows[p.rows + (word >> tailBits)];
        p.row = row;
        p.tail = tails[p.tails + (word & (maxTails - 1))];
        End& own = *row->own;
        u32 need = own.demand + row->units;
        u64 at = ring[own.ring + ((need - 1) & own.mask)];
        u64 blocked = u64(i64(i32(own.supply - need)) >> 63);
        kept = rank.keep & u64(i64(at - t - 1) >> 63);
        own.need = need + (farAway & ~u32(blocked));
        key = (std::max(t, at) & ~kept) << keyBits | i | (blocked & idleKey);
        keys[i] = key;

        if (group > 1) key = leastOfGroup(rank.slot);
        rank.best = key;
        due[r] = dueKey(rank, key);
        if (blocks > 2) {
            first[r / 8] = least8(due + r / 8 * 8);
            first[host.number / 8] = least8(due + host.number / 8 * 8);
        }
        return true;
    }

    void load(const Image& image);
};

// Image is the state of a lane at time 0 and what a simulation of it must end
// with. Addresses are those in a particular lane.
struct Image {
    u32 used, group, blocks;
    i32 left;
    std::vector<u64> due, first, keys, ring;
    std::vector<Rank> ranks;
    std::vector<Proc> procs;
    std::vector<Resource> resources;
    std::vector<End> ends;
    std::vector<Row> rows;
    u64 makespan;
    std::vector<u64> waited;
};

template <class T> static void restore(T* to, const std::vector<T>& from) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(to, from.data(), from.size() * sizeof(T));
}

void Lane::load(const Image& m) {
    used = m.used, group = m.group, blocks = m.blocks, left = m.left;
    last = 1, limit = maxKeyTime << keyBits;
    restore(due, m.due), restore(first, m.first), restore(keys, m.keys), restore(ranks, m.ranks), restore(procs, m.procs);
    restore(free, m.resources), restore(ends, m.ends), restore(rows, m.rows), restore(ring, m.ring);
}

// Shape is a dump.
struct Shape {
    std::string name;
    u64 events;
    std::vector<u32> words;
    std::vector<u64> tails;
    std::vector<Image> designs[2]; // per lane
};

[[noreturn]] static void fail(const std::string& what) {
    std::cerr << "kernel: " << what << "\n";
    std::exit(1);
}

struct Reader {
    std::ifstream in;
    std::string file;

    explicit Reader(const std::string& name) : in(name), file(name) {
        if (!in) fail(file + ": cannot be opened");
    }
    void expect(const std::string& word) {
        std::string got;
        if (!(in >> got) || got != word) fail(file + ": want " + word + ", got " + got);
    }
    template <class T = u64> T number() {
        T n;
        if (!(in >> n)) fail(file + ": want a number");
        return n;
    }
    u64 index(u64 below) {
        u64 n = number();
        if (n >= below) fail(file + ": an index is too large");
        return n;
    }
    u64 count(const std::string& word, u64 most) {
        expect(word);
        return index(most + 1);
    }
    template <class T> std::vector<T> list(const std::string& word, u64 most) {
        std::vector<T> all(count(word, most));
        for (T& x : all) x = number<T>();
        return all;
    }

    Image image(Lane& l, const Shape& shape) {
        Image m;
        expect("lane");
        m.used = index(maxRanks + 1), m.group = index(maxSlots + 1), m.blocks = index(maxRanks / 8 + 1), m.left = number<i32>();
        m.due = list<u64>("due", maxRanks), m.first = list<u64>("first", maxRanks / 8), m.keys = list<u64>("keys", maxSlots);
        m.ranks.resize(count("ranks", maxRanks));
        for (size_t i = 0; i < m.ranks.size(); i++) {
            Rank& r = m.ranks[i];
            r.best = number(), r.back = number(), r.pick = number(), r.keep = number(), r.slot = index(maxSlots), r.placed = index(maxSlots + 1);
            r.waited = 0, r.number = i;
        }
        m.procs.resize(count("procs", maxSlots));
        for (Proc& p : m.procs) {
            p.clock = number(), p.tail = number(), p.row = &l.rows[index(maxRows)];
            p.next = index(shape.words.size() + 1), p.rows = index(maxRows), p.tails = index(shape.tails.size() + 1), p.start = index(shape.words.size());
            p.times = number<i32>();
        }
        m.resources.resize(count("resources", maxResources));
        for (Resource& r : m.resources) r.sooner = number(), r.later = number();
        m.ends.resize(count("ends", maxEnds));
        for (End& e : m.ends) {
            e.supply = number<u32>(), e.demand = number<u32>(), e.need = number<u32>(), e.ring = index(maxUnits), e.mask = index(maxUnits);
            e.slot = index(maxSlots), e.proc = &l.procs[e.slot], e.rank = &l.ranks[index(maxRanks)];
        }
        m.rows.resize(count("rows", maxRows));
        for (Row& r : m.rows) {
            r.duration = number(), r.first = &l.free[index(maxResources)], r.second = &l.free[index(maxResources)];
            r.own = &l.ends[index(maxEnds)], r.peer = &l.ends[index(maxEnds)], r.units = number<u32>();
        }
        m.ring = list<u64>("ring", maxUnits);
        expect("makespan");
        m.makespan = number();
        m.waited = list<u64>("waited", maxRanks);
        return m;
    }
};

static Shape read(const std::string& file, Lane* lanes) {
    Shape s;
    for (int lane = 0; lane < 2; lane++) {
        Reader r(file);
        r.expect("sdse-lanes");
        if (r.number() != 1) fail(file + ": this program reads version 1");
        r.expect("name");
        r.in >> s.name;
        r.expect("events");
        s.events = r.number();
        s.words = r.list<u32>("words", u64(1) << 28);
        s.tails = r.list<u64>("tails", u64(1) << 28);
        u64 designs = r.count("designs", 1 << 16);
        for (u64 i = 0; i < designs; i++) s.designs[lane].push_back(r.image(lanes[lane], s));
    }
    return s;
}

static u64 differences = 0;

static void check(const Shape& s, const Lane& l, size_t design) {
    const Image& m = s.designs[0][design];
    u64 last = l.last;
    bool same = l.left == 0;
    for (u32 r = 0; r < l.used; r++) {
        last = std::max(last, l.ranks[r].back);
        same = same && l.ranks[r].waited == m.waited[r];
    }
    if (!same || last - 1 != m.makespan) {
        std::fprintf(stderr, "kernel: %s, design %zu: makespan %llu, want %llu\n", s.name.c_str(), design, (unsigned long long)last - 1, (unsigned long long)m.makespan);
        differences++;
    }
}

static void oneLane(const Shape& s, Lane* lanes) {
    for (size_t i = 0; i < s.designs[0].size(); i++) {
        lanes[0].load(s.designs[0][i]);
        while (lanes[0].step()) {}
        check(s, lanes[0], i);
    }
}

// twoLanes is Simulator.SimulateAll.
static void twoLanes(const Shape& s, Lane* lanes) {
    size_t next = 0, n = s.designs[0].size(), at[2] = {0, 0};
    auto load = [&](int lane) {
        if (next == n) return false;
        at[lane] = next;
        lanes[lane].load(s.designs[lane][next++]);
        return true;
    };
    if (!load(0)) return;
    bool both = load(1);
    int rest = 0; // the lane that is left alone
    while (both) {
        int over;
        for (;;) {
            if (!lanes[0].step()) { over = 0; break; }
            if (!lanes[1].step()) { over = 1; break; }
        }
        check(s, lanes[over], at[over]);
        both = load(over);
        rest = 1 - over;
    }
    while (lanes[rest].step()) {}
    check(s, lanes[rest], at[rest]);
}

static double cpuTime() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char** argv) {
    int reps = 11;
    bool json = false;
    std::vector<std::string> files;
    for (int i = 1; i < argc; i++) {
        std::string a = argv[i];
        if (a == "--reps" && i + 1 < argc) reps = std::max(1, std::atoi(argv[++i]));
        else if (a == "--json") json = true;
        else files.push_back(a);
    }
    if (files.empty()) fail("usage: kernel [--reps N] [--json] FILE.lanes …");
    auto lanes = std::make_unique<Lane[]>(2);
    if (!json) std::printf("%-26s %18s %18s %12s\n", "", "one lane (ns/event)", "two lanes (ns/event)", "one / two");
    for (const std::string& file : files) {
        Shape s = read(file, lanes.get());
        for (int lane = 0; lane < 2; lane++) lanes[lane].words = s.words.data(), lanes[lane].tails = s.tails.data();
        std::vector<double> one, two, ratio;
        oneLane(s, lanes.get());
        twoLanes(s, lanes.get());
        double n = double(s.events) * s.designs[0].size();
        for (int i = 0; i < reps; i++) {
            double a = cpuTime();
            oneLane(s, lanes.get());
            double b = cpuTime();
            twoLanes(s, lanes.get());
            double c = cpuTime();
            one.push_back((b - a) / n * 1e9), two.push_back((c - b) / n * 1e9), ratio.push_back((b - a) / (c - b));
        }
        for (auto* v : {&one, &two, &ratio}) std::sort(v->begin(), v->end());
        if (json) std::printf("{\"case\": \"%s\", \"one\": %.4f, \"two\": %.4f, \"differences\": %llu}\n", s.name.c_str(), one[reps / 2], two[reps / 2], (unsigned long long)differences);
        else std::printf("%-26s %18.2f %18.2f %12.2f\n", s.name.c_str(), one[reps / 2], two[reps / 2], ratio[reps / 2]);
    }
    if (differences > 0) fail(std::to_string(differences) + " simulations differ from Go's");
    if (!json) std::printf("makespan and waiting agree with Go's in every design\n");
}
