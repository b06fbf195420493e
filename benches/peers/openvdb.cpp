// OpenVDB as a peer: `openvdb FOLDER`. The scene is a mask grid; only its topology counts.
//
// VolumeRayIntersector finds spans of leaf nodes, not voxels, so it is not an answer by itself. Two modes:
//   spans   VolumeRayIntersector; within each of its spans a DDA over voxels to the first active one
//   nested  the nested DDA that its level-set intersector is made of (math::LevelSetHDDA), down to the voxels
// Rays start at T_NEAR: the DDA takes the floor of the start point, which for a point on a face may be the voxel left.

#include <openvdb/openvdb.h>
#include <openvdb/tools/RayIntersector.h>

#include "protocol.hpp"

using openvdb::Coord;
using Tree = openvdb::MaskTree;
using Intersector = openvdb::tools::VolumeRayIntersector<openvdb::MaskGrid>;
using Ray = openvdb::math::Ray<double>;

constexpr double T_NEAR = 1e-4;

// Tells LevelSetHDDA what is there, and keeps the time at which the current voxel was entered.
class FirstVoxel {
  public:
    using RayT = Ray;

    explicit FirstVoxel(const Tree& tree) : accessor(tree) {}

    void start(const Ray& from) { current = from; }
    double time() const { return entered; }

    const Ray& ray() const { return current; }
    void setRange(double t0, double t1) { current.setTimes(t0, t1); }
    void init(double t0) { entered = t0; }

    template <class Node>
    bool hasNode(const Coord& at) {
        return accessor.probeConstNode<Node>(at) != nullptr;
    }

    bool operator()(const Coord& voxel, double left) {
        if (accessor.isValueOn(voxel)) return true;
        entered = left;
        return false;
    }

  private:
    openvdb::tree::ValueAccessor<const Tree, false> accessor;
    Ray current;
    double entered = 0;
};

class OpenVdb : public peers::Peer {
  public:
    explicit OpenVdb(const peers::Bits& bits)
        : grid(make_grid(bits)), intersector(*grid), spans(intersector.tree()), nested(grid->tree()) {}

    std::vector<std::string> modes() const override { return {"nested", "spans"}; }

    std::string facts() const override {
        return "\"version\": \"" + std::string(openvdb::getLibraryVersionString()) +
               "\", \"leaf_nodes\": " + std::to_string(grid->tree().leafCount()) +
               ", \"active_voxels\": " + std::to_string(grid->activeVoxelCount()) +
               ", \"t_near\": 1e-4";
    }

    void cast(const peers::Rays& rays, bool any, const std::string& mode, peers::Answers& to) override {
        mode == "spans" ? cast_all(rays, any, to, [&](const Ray& ray) { return by_spans(ray); })
                        : cast_all(rays, any, to, [&](const Ray& ray) { return by_nested(ray); });
    }

  private:
    openvdb::MaskGrid::Ptr grid;
    Intersector intersector;
    openvdb::tree::ValueAccessor<const Intersector::TreeT, false> spans;
    FirstVoxel nested;

    static openvdb::MaskGrid::Ptr make_grid(const peers::Bits& bits) {
        auto grid = openvdb::MaskGrid::create();
        auto accessor = grid->getAccessor();
        for (int z = 0; z < bits.sides[2]; ++z)
            for (int y = 0; y < bits.sides[1]; ++y)
                for (int x = 0; x < bits.sides[0]; ++x)
                    if (bits.filled(x, y, z))
                        accessor.setValueOn(
                            Coord(x + bits.corner[0], y + bits.corner[1], z + bits.corner[2]));
        return grid;
    }

    template <class First>
    void cast_all(const peers::Rays& rays, bool any, peers::Answers& to, First first) {
        for (size_t i = 0; i < rays.size(); ++i) {
            const Ray ray({rays.origin[0][i], rays.origin[1][i], rays.origin[2][i]},
                          {rays.direction[0][i], rays.direction[1][i], rays.direction[2][i]}, T_NEAR,
                          std::min(double(rays.t_far[i]), 1e30));
            const float t_hit = first(ray);
            if (any)
                to.occluded[i] = t_hit < peers::INF;
            else
                to.t_hit[i] = t_hit;
        }
    }

    float by_nested(Ray ray) {
        if (!ray.clip(intersector.bbox())) return peers::INF;
        nested.start(ray);
        constexpr int top = Tree::RootNodeType::ChildNodeType::LEVEL;
        const bool hit = openvdb::math::LevelSetHDDA<Tree, top>::test(nested);
        return hit ? float(nested.time()) : peers::INF;
    }

    float by_spans(const Ray& ray) {
        if (!intersector.setIndexRay(ray)) return peers::INF;
        double t0, t1;
        while (intersector.march(t0, t1)) {
            openvdb::math::DDA<Ray> walk(ray, t0, t1);
            do {
                if (spans.isValueOn(walk.voxel())) return float(walk.time());
            } while (walk.step());
        }
        return peers::INF;
    }
};

int main(int count, char** args) {
    if (count < 2) peers::fail("give the folder with the exported scene and rays; `run` does so");
    openvdb::initialize();
    OpenVdb peer(peers::Bits(std::string(args[1]) + "/scene.bits"));
    peers::serve(peer, args[1]);
}
