// The exposed faces of a voxel scene, merged greedily into rectangles: what a mesh of the scene would be.
//
// Plane by plane and side by side: the first face in scan order grows along u as far as it goes, then along v as long
// as the whole row is exposed. The corners are whole numbers, so the planes are exact.
#pragma once

#include <array>

#include "protocol.hpp"

namespace peers {

struct Quads {
    std::vector<std::array<float, 3>> vertices;    // four per quad
    std::vector<std::array<uint32_t, 4>> indices;  // one entry per quad

    size_t size() const { return indices.size(); }

    void add(const std::array<std::array<float, 3>, 4>& corners) {
        const auto first = uint32_t(vertices.size());
        vertices.insert(vertices.end(), corners.begin(), corners.end());
        indices.push_back({first, first + 1, first + 2, first + 3});
    }
};

class FaceMerger {
  public:
    explicit FaceMerger(const Bits& bits) : bits(bits) {}

    Quads merge() {
        for (int axis = 0; axis < 3; ++axis)
            for (int side = 0; side < 2; ++side)
                for (int layer = 0; layer < bits.sides[axis]; ++layer) merge_layer(axis, side, layer);
        return std::move(quads);
    }

  private:
    const Bits& bits;
    Quads quads;
    std::vector<uint8_t> exposed;

    // x is always the fastest of the two in memory, so that rows are read along words.
    static int u_axis(int axis) { return axis == 0 ? 1 : 0; }
    static int v_axis(int axis) { return axis == 2 ? 1 : 2; }

    void merge_layer(int axis, int side, int layer) {
        const int width = bits.sides[u_axis(axis)], height = bits.sides[v_axis(axis)];
        if (!find_exposed(axis, side, layer, width, height)) return;
        for (int v = 0; v < height; ++v)
            for (int u = 0; u < width; ++u)
                if (exposed[size_t(v) * size_t(width) + size_t(u)])
                    u += take_rectangle(axis, layer + side, u, v, width, height) - 1;
    }

    bool find_exposed(int axis, int side, int layer, int width, int height) {
        exposed.assign(size_t(width) * size_t(height), 0);
        bool found = false;
        int at[3], next[3];
        at[axis] = layer;
        for (int v = 0; v < height; ++v)
            for (int u = 0; u < width; ++u) {
                at[u_axis(axis)] = u;
                at[v_axis(axis)] = v;
                if (!bits.filled(at[0], at[1], at[2])) continue;
                std::memcpy(next, at, sizeof at);
                next[axis] += side ? 1 : -1;
                if (bits.filled(next[0], next[1], next[2])) continue;
                exposed[size_t(v) * size_t(width) + size_t(u)] = 1;
                found = true;
            }
        return found;
    }

    // Returns how far it reaches along u.
    int take_rectangle(int axis, int plane, int u, int v, int width, int height) {
        const auto row = [&](int at) { return &exposed[size_t(at) * size_t(width) + size_t(u)]; };
        int across = 0, up = 1;
        while (u + across < width && row(v)[across]) ++across;
        const auto whole = [&](int at) { return !std::memchr(row(at), 0, size_t(across)); };
        while (v + up < height && whole(v + up)) ++up;
        for (int k = 0; k < up; ++k) std::memset(row(v + k), 0, size_t(across));
        const auto corner = [&](int at_u, int at_v) {
            std::array<float, 3> point;
            point[size_t(axis)] = float(plane + bits.corner[axis]);
            point[size_t(u_axis(axis))] = float(at_u + bits.corner[u_axis(axis)]);
            point[size_t(v_axis(axis))] = float(at_v + bits.corner[v_axis(axis)]);
            return point;
        };
        quads.add({corner(u, v), corner(u + across, v), corner(u + across, v + up), corner(u, v + up)});
        return across;
    }
};

}  // namespace peers
