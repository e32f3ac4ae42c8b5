// The model of sdse's fast kernel in SimGrid (S4U), on the same traces and
// mappings.
//
//   sdse bench simulator --dump DIR
//   apt-get install libsimgrid-dev
//   g++ -std=c++17 -O3 -march=native -o simgrid_mjpeg simgrid_mjpeg.cpp -lsimgrid
//   ./simgrid_mjpeg [--designs N] [--json] DIR/mjpeg-1:1.fcfs.lanes …
//
// A process of the application is an actor; a processor with more than one of
// them, a bus, and either end of a channel are semaphores; what takes time is a
// sleep, the cheapest activity there is. One picosecond is one of SimGrid's
// seconds, so that its floating-point time is exact. Like the model in SimPy it is
// written to be fast: a processor with one process has no semaphore, and the
// executes behind a transfer are one sleep where nothing can come between.
//
// What happens at one instant, SimGrid does in the order of its actors. sdse has
// rules for that (docs/semantics.md: completions first, then who keeps and who
// gets a processor, then arbitration by rank): a process that a transfer enables
// goes before the one that has made it. On a bus that many wait for such ties are
// frequent, so makespans differ, by up to 7 % on these shapes; the largest
// difference is printed.
//
// An engine can be run once, so every design is simulated in a process of its own,
// which measures nothing but the making of actors and the simulation.

#include <simgrid/s4u.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace sg = simgrid::s4u;
using u32 = uint32_t;
using u64 = uint64_t;

struct Rank { u64 pick, keep, slot, placed; };
struct Proc { u64 rows, tails, start; long times; };
struct Row { u64 duration, first, second, own, peer, units; };

struct Design {
    std::vector<Rank> ranks;
    std::vector<Proc> procs;
    std::vector<u64> ends;
    std::vector<Row> rows;
    u64 shared, makespan;
};

struct Shape {
    std::string name;
    u64 events;
    std::vector<u32> words;
    std::vector<u64> tails;
    std::vector<Design> designs;
};

[[noreturn]] static void fail(const std::string& what) {
    std::cerr << "simgrid_mjpeg: " << what << "\n";
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
    u64 count(const std::string& word) {
        expect(word);
        u64 n = number();
        if (n > u64(1) << 28) fail(file + ": too many " + word);
        return n;
    }
    template <class T> std::vector<T> list(const std::string& word) {
        std::vector<T> all(count(word));
        for (T& x : all) x = number<T>();
        return all;
    }

    Design design() {
        Design d;
        expect("lane");
        u64 used = number();
        for (int i = 0; i < 3; i++) number();
        for (const char* word : {"due", "first", "keys"}) list<u64>(word);
        for (u64 n = count("ranks"); n > 0; n--) {
            Rank r;
            number(), number(), r.pick = number(), r.keep = number(), r.slot = number(), r.placed = number();
            d.ranks.push_back(r);
        }
        for (u64 n = count("procs"); n > 0; n--) {
            Proc p;
            for (int i = 0; i < 4; i++) number();
            p.rows = number(), p.tails = number(), p.start = number(), p.times = number<long>();
            d.procs.push_back(p);
        }
        u64 resources = count("resources");
        for (u64 i = 0; i < 2 * resources; i++) number();
        d.shared = resources - used;
        for (u64 n = count("ends"); n > 0; n--) {
            d.ends.push_back(number());
            for (int i = 0; i < 6; i++) number();
        }
        for (u64 n = count("rows"); n > 0; n--) {
            Row r;
            r.duration = number(), r.first = number(), r.second = number(), r.own = number(), r.peer = number(), r.units = number();
            d.rows.push_back(r);
        }
        list<u64>("ring");
        expect("makespan");
        d.makespan = number();
        list<u64>("waited");
        return d;
    }
};

static Shape read(const std::string& file) {
    Reader r(file);
    Shape s;
    r.expect("sdse-lanes");
    if (r.number() != 1) fail(file + ": this program reads version 1");
    r.expect("name");
    r.in >> s.name;
    r.expect("events");
    s.events = r.number();
    s.words = r.list<u32>("words");
    s.tails = r.list<u64>("tails");
    u64 n = r.count("designs");
    for (u64 i = 0; i < n; i++) s.designs.push_back(r.design());
    return s;
}

// World is what the actors share.
struct World {
    const Shape* shape;
    const Design* design;
    std::vector<sg::SemaphorePtr> buses, ends;
};

static void process(const World* w, sg::SemaphorePtr cpu, const Rank* rank, const Proc* p) {
    constexpr int tailBits = 22;
    bool held = false;
    for (long times = p->times; times >= 0; times--) {
        for (const u32* word = &w->shape->words[p->start]; *word >> tailBits != 1; word++) {
            u64 tail = w->shape->tails[p->tails + (*word & ((1u << tailBits) - 1))];
            const Row* row = *word >> tailBits ? &w->design->rows[p->rows + (*word >> tailBits)] : nullptr;
            if (row) {
                auto& own = w->ends[row->own];
                if (held && u64(own->get_capacity()) < row->units) {
                    cpu->release();
                    held = false;
                }
                for (u64 i = 0; i < row->units; i++) own->acquire();
            }
            if (cpu && !held) {
                cpu->acquire();
                held = true;
                if (rank->pick) sg::this_actor::sleep_for(double(rank->pick));
            }
            if (row) {
                // The paths of these shapes pass at most one contended component.
                if (row->first < w->design->shared) {
                    auto& bus = w->buses[row->first];
                    bus->acquire();
                    sg::this_actor::sleep_for(double(row->duration));
                    bus->release();
                } else {
                    sg::this_actor::sleep_for(double(row->duration));
                }
                for (u64 i = 0; i < row->units; i++) w->ends[row->peer]->release();
            }
            if (tail) sg::this_actor::sleep_for(double(tail));
            if (held && !rank->keep) {
                cpu->release();
                held = false;
            }
        }
    }
    if (held) cpu->release();
}

static double cpuTime() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

struct Result { double makespan, seconds; };

static Result simulate(const Shape& s, const Design& d) {
    int argc = 2;
    char name[] = "simgrid_mjpeg", quiet[] = "--log=root.threshold:error";
    char* args[] = {name, quiet, nullptr};
    sg::Engine e(&argc, args);
    auto* zone = sg::create_full_zone("all");
    auto* host = zone->create_host("host", 1e9)->seal();
    zone->seal();
    double begin = cpuTime();
    World w{&s, &d, {}, {}};
    for (u64 i = 0; i < d.shared; i++) w.buses.push_back(sg::Semaphore::create(1));
    for (u64 there : d.ends) w.ends.push_back(sg::Semaphore::create(there));
    for (const Rank& r : d.ranks) {
        sg::SemaphorePtr cpu = r.placed > 1 ? sg::Semaphore::create(1) : nullptr;
        for (u64 i = r.slot; i < r.slot + r.placed; i++) sg::Actor::create("p" + std::to_string(i), host, process, &w, cpu, &r, &d.procs[i]);
    }
    e.run();
    double seconds = cpuTime() - begin;
    return {sg::Engine::get_clock(), seconds};
}

static Result inChild(const Shape& s, const Design& d) {
    int fd[2];
    if (pipe(fd)) fail("no pipe");
    std::fflush(stdout); // or the child prints it once more
    pid_t child = fork();
    if (child < 0) fail("no process");
    if (child == 0) {
        Result r = simulate(s, d);
        _exit(write(fd[1], &r, sizeof r) == sizeof r ? 0 : 1);
    }
    Result r;
    close(fd[1]);
    bool ok = read(fd[0], &r, sizeof r) == sizeof r;
    close(fd[0]);
    waitpid(child, nullptr, 0);
    if (!ok) fail(s.name + ": a simulation failed");
    return r;
}

int main(int argc, char** argv) {
    size_t designs = 4;
    bool json = false;
    std::vector<std::string> files;
    for (int i = 1; i < argc; i++) {
        std::string a = argv[i];
        if (a == "--designs" && i + 1 < argc) designs = std::max(1, std::atoi(argv[++i]));
        else if (a == "--json") json = true;
        else files.push_back(a);
    }
    if (files.empty()) fail("usage: simgrid_mjpeg [--designs N] [--json] FILE.lanes …");
    for (const std::string& file : files) {
        Shape s = read(file);
        std::vector<double> times;
        double off = 0;
        for (size_t i = 0; i < std::min(designs, s.designs.size()); i++) {
            Result r = inChild(s, s.designs[i]);
            times.push_back(r.seconds / s.events * 1e9);
            off = std::max(off, std::abs(r.makespan / s.designs[i].makespan - 1));
        }
        std::sort(times.begin(), times.end());
        double median = times[times.size() / 2];
        if (json) std::printf("{\"case\": \"%s\", \"ns\": %.2f, \"off\": %.8f}\n", s.name.c_str(), median, off);
        else std::printf("%-26s %10.0f ns/event; makespan differs by up to %.3f %%\n", s.name.c_str(), median, 100 * off);
    }
}
