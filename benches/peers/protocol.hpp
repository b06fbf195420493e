// What the peers in C++ share: the exported files, and the talk with `run` (README.md, "The talk", "The files").
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace peers {

constexpr float INF = std::numeric_limits<float>::infinity();
// Rays that stay together in a sample, so that it is as coherent as the whole.
constexpr size_t BLOCK = 1024;

[[noreturn]] inline void fail(const std::string& what) {
    std::cerr << what << "\n";
    std::exit(1);
}

template <class T>
void read(std::istream& in, T* to, size_t count) {
    in.read(reinterpret_cast<char*>(to), std::streamsize(count * sizeof(T)));
    if (!in) fail("a file of the export is cut short");
}

inline std::ifstream open(const std::string& path, const char* magic) {
    std::ifstream in(path, std::ios::binary);
    char found[8] = {};
    in.read(found, 8);
    if (!in || std::memcmp(found, magic, 8) != 0) fail(path + " is no " + magic + " file");
    return in;
}

// One bit per voxel, x fastest, each row in whole words.
struct Bits {
    int32_t corner[3], sides[3];
    size_t row;
    std::vector<uint64_t> words;

    explicit Bits(const std::string& path) {
        std::ifstream in = open(path, "VOXBITS1");
        read(in, corner, 3);
        read(in, sides, 3);
        row = (size_t(sides[0]) + 63) / 64;
        words.resize(row * size_t(sides[1]) * size_t(sides[2]));
        read(in, words.data(), words.size());
    }

    // Positions count from the corner; outside all is empty.
    bool filled(int x, int y, int z) const {
        if (unsigned(x) >= unsigned(sides[0]) || unsigned(y) >= unsigned(sides[1]) ||
            unsigned(z) >= unsigned(sides[2]))
            return false;
        return words[(size_t(z) * size_t(sides[1]) + size_t(y)) * row + size_t(x) / 64] >> (x % 64) & 1;
    }
};

// Columns: origin, direction, end time.
struct Rays {
    std::vector<float> origin[3], direction[3], t_far;

    size_t size() const { return t_far.size(); }

    // All rays, or `blocks` blocks of them, evenly spread.
    Rays(const std::string& path, size_t blocks) {
        std::ifstream in = open(path, "VOXRAYS1");
        uint64_t len;
        read(in, &len, 1);
        for (auto* column : {&origin[0], &origin[1], &origin[2], &direction[0], &direction[1],
                             &direction[2], &t_far}) {
            column->resize(len);
            read(in, column->data(), len);
            sample(*column, blocks);
        }
    }

  private:
    static void sample(std::vector<float>& column, size_t blocks) {
        const size_t all = column.size() / BLOCK;
        if (blocks == 0 || blocks >= all) return;
        for (size_t k = 0; k < blocks; ++k)
            std::memmove(&column[k * BLOCK], &column[k * all / blocks * BLOCK], BLOCK * sizeof(float));
        column.resize(blocks * BLOCK);
    }
};

// Closest hit: times, +inf = none. Any hit: 1 = hit.
struct Answers {
    std::vector<float> t_hit;
    std::vector<uint8_t> occluded;
};

struct Peer {
    virtual ~Peer() = default;
    virtual std::vector<std::string> modes() const = 0;
    // Members of a JSON object.
    virtual std::string facts() const = 0;
    // Answers all rays; this is what is timed. Rays that start on faces are not to hit the voxel they leave.
    virtual void cast(const Rays&, bool any, const std::string& mode, Answers&) = 0;
};

// Seconds, hits, rays, and the mean time of the hits (0 for any hit).
inline std::string answer(Peer& peer, const Rays& rays, bool any, const std::string& mode) {
    Answers answers;
    answers.t_hit.resize(any ? 0 : rays.size());
    answers.occluded.resize(any ? rays.size() : 0, 2);
    const auto started = std::chrono::steady_clock::now();
    peer.cast(rays, any, mode, answers);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
    size_t hits = 0;
    double sum = 0;
    for (float t : answers.t_hit)
        if (t < INF) ++hits, sum += t;
    for (uint8_t occluded : answers.occluded) hits += occluded == 1;
    char line[128];
    std::snprintf(line, sizeof line, "%.6f %zu %zu %.6f", taken.count(), hits, rays.size(),
                  hits ? sum / double(hits) : 0.0);
    return line;
}

// Answers the requests on stdin until it ends.
inline void serve(Peer& peer, const std::string& folder) {
    std::string modes;
    for (const auto& mode : peer.modes()) modes += (modes.empty() ? "\"" : ", \"") + mode + "\"";
    std::cout << "{\"modes\": [" << modes << "], \"facts\": {" << peer.facts() << "}}" << std::endl;
    std::map<std::string, Rays> loaded;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string name, query, mode;
        size_t blocks;
        if (!(words >> name >> query >> mode >> blocks)) fail("no request: " + line);
        const std::string key = name + " " + std::to_string(blocks);
        auto found = loaded.find(key);
        if (found == loaded.end())
            found = loaded.emplace(key, Rays(folder + "/" + name + ".rays", blocks)).first;
        std::cout << answer(peer, found->second, query == "any", mode) << std::endl;
    }
}

}  // namespace peers
