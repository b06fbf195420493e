// Embree as a peer: `embree FOLDER`. The scene is the exposed faces of the voxels, merged into quads.
//
// A mode is WIDTH-CALL[-coherent]. WIDTH is the widest vectors that the device may use: 256 is Embree's default on most
// machines, 512 has to be asked for. CALL is how rays are handed over:
//   single   rtcIntersect1, rtcOccluded1
//   packet   rtcIntersect16, rtcOccluded16
//   stream   rtcIntersect1M, rtcOccluded1M       on STREAM rays at a time
//   packets  rtcIntersectNM, rtcOccludedNM       on STREAM rays at a time in packets of 16
// All read the columns of rays and write the column of answers, as voxray does; what they need in between stays in the
// first caches. Rays start at T_NEAR, so that one which starts on a face does not hit that face.

#include <embree3/rtcore.h>
#include <pmmintrin.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <algorithm>
#include <memory>

#include "faces.hpp"

using peers::Answers;
using peers::Quads;
using peers::Rays;

constexpr float T_NEAR = 1e-4F;
constexpr size_t WIDTH = 16;
constexpr size_t STREAM = 2048;

struct alignas(64) Valid {
    int lanes[WIDTH];
};

// One ray of the columns, as Embree has it: in a record of its own, or in a lane of a packet.
inline void put(RTCRay& to, const Rays& rays, size_t i) {
    to = {rays.origin[0][i],    rays.origin[1][i],    rays.origin[2][i],    T_NEAR,
          rays.direction[0][i], rays.direction[1][i], rays.direction[2][i], 0,
          rays.t_far[i],        ~0U,                  0,                    0};
}

inline void put(RTCRay16& to, const Rays& rays, size_t first, size_t count) {
    for (size_t k = 0; k < count; ++k) {
        const size_t i = first + k;
        to.org_x[k] = rays.origin[0][i], to.org_y[k] = rays.origin[1][i], to.org_z[k] = rays.origin[2][i];
        to.dir_x[k] = rays.direction[0][i], to.dir_y[k] = rays.direction[1][i];
        to.dir_z[k] = rays.direction[2][i];
        to.tnear[k] = T_NEAR, to.tfar[k] = rays.t_far[i];
        to.time[k] = 0, to.mask[k] = ~0U, to.id[k] = 0, to.flags[k] = 0;
    }
    // Lanes beyond the last ray hold an empty range, which Embree takes for no ray.
    for (size_t k = count; k < WIDTH; ++k) to.tnear[k] = peers::INF, to.tfar[k] = -peers::INF;
}

inline void clear(RTCHit& hit) { hit.geomID = RTC_INVALID_GEOMETRY_ID, hit.instID[0] = RTC_INVALID_GEOMETRY_ID; }

inline void clear(RTCHit16& hit) {
    std::fill_n(hit.geomID, WIDTH, RTC_INVALID_GEOMETRY_ID);
    std::fill_n(hit.instID[0], WIDTH, RTC_INVALID_GEOMETRY_ID);
}

inline float time_of(unsigned geometry, float t_far) {
    return geometry == RTC_INVALID_GEOMETRY_ID ? peers::INF : t_far;
}

// A device with its scene.
class World {
  public:
    World(const char* config, const Quads& quads) : device(rtcNewDevice(config)) {
        if (!device) peers::fail("Embree makes no device");
        scene = rtcNewScene(device);
        rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
        RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_QUAD);
        rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                   quads.vertices.data(), 0, 12, quads.vertices.size());
        rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT4,
                                   quads.indices.data(), 0, 16, quads.size());
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene);
        if (rtcGetDeviceError(device) != RTC_ERROR_NONE) peers::fail("Embree cannot build the scene");
    }

    long property(RTCDeviceProperty name) const { return rtcGetDeviceProperty(device, name); }

    void cast(const Rays& rays, bool any, const std::string& call, bool coherent, Answers& to) const {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        context.flags = coherent ? RTC_INTERSECT_CONTEXT_FLAG_COHERENT : RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
        if (call == "single") any ? occluded_single(rays, context, to) : closest_single(rays, context, to);
        else if (call == "packet") any ? occluded_packet(rays, context, to) : closest_packet(rays, context, to);
        else if (call == "stream") any ? occluded_stream(rays, context, to) : closest_stream(rays, context, to);
        else any ? occluded_packets(rays, context, to) : closest_packets(rays, context, to);
    }

  private:
    RTCDevice device;
    RTCScene scene;

    void closest_single(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        for (size_t i = 0; i < rays.size(); ++i) {
            RTCRayHit one;
            put(one.ray, rays, i);
            clear(one.hit);
            rtcIntersect1(scene, &context, &one);
            to.t_hit[i] = time_of(one.hit.geomID, one.ray.tfar);
        }
    }

    void occluded_single(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        for (size_t i = 0; i < rays.size(); ++i) {
            RTCRay one;
            put(one, rays, i);
            rtcOccluded1(scene, &context, &one);
            to.occluded[i] = one.tfar < 0;
        }
    }

    void closest_packet(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        for (size_t first = 0; first < rays.size(); first += WIDTH) {
            const size_t count = std::min(WIDTH, rays.size() - first);
            const Valid valid = lanes(count);
            RTCRayHit16 packet;
            put(packet.ray, rays, first, count);
            clear(packet.hit);
            rtcIntersect16(valid.lanes, scene, &context, &packet);
            for (size_t k = 0; k < count; ++k)
                to.t_hit[first + k] = time_of(packet.hit.geomID[k], packet.ray.tfar[k]);
        }
    }

    void occluded_packet(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        for (size_t first = 0; first < rays.size(); first += WIDTH) {
            const size_t count = std::min(WIDTH, rays.size() - first);
            const Valid valid = lanes(count);
            RTCRay16 packet;
            put(packet, rays, first, count);
            rtcOccluded16(valid.lanes, scene, &context, &packet);
            for (size_t k = 0; k < count; ++k) to.occluded[first + k] = packet.tfar[k] < 0;
        }
    }

    void closest_stream(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        std::vector<RTCRayHit> stream(STREAM);
        for (size_t first = 0; first < rays.size(); first += STREAM) {
            const size_t count = std::min(STREAM, rays.size() - first);
            for (size_t k = 0; k < count; ++k) put(stream[k].ray, rays, first + k), clear(stream[k].hit);
            rtcIntersect1M(scene, &context, stream.data(), unsigned(count), sizeof(RTCRayHit));
            for (size_t k = 0; k < count; ++k)
                to.t_hit[first + k] = time_of(stream[k].hit.geomID, stream[k].ray.tfar);
        }
    }

    void occluded_stream(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        std::vector<RTCRay> stream(STREAM);
        for (size_t first = 0; first < rays.size(); first += STREAM) {
            const size_t count = std::min(STREAM, rays.size() - first);
            for (size_t k = 0; k < count; ++k) put(stream[k], rays, first + k);
            rtcOccluded1M(scene, &context, stream.data(), unsigned(count), sizeof(RTCRay));
            for (size_t k = 0; k < count; ++k) to.occluded[first + k] = stream[k].tfar < 0;
        }
    }

    void closest_packets(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        std::vector<RTCRayHit16> stream(STREAM / WIDTH);
        for (size_t first = 0; first < rays.size(); first += STREAM) {
            const size_t count = std::min(STREAM, rays.size() - first), full = (count + WIDTH - 1) / WIDTH;
            for (size_t k = 0; k < full; ++k) {
                put(stream[k].ray, rays, first + k * WIDTH, std::min(WIDTH, count - k * WIDTH));
                clear(stream[k].hit);
            }
            rtcIntersectNM(scene, &context, reinterpret_cast<RTCRayHitN*>(stream.data()), WIDTH,
                           unsigned(full), sizeof(RTCRayHit16));
            for (size_t k = 0; k < count; ++k) {
                const RTCRayHit16& packet = stream[k / WIDTH];
                to.t_hit[first + k] = time_of(packet.hit.geomID[k % WIDTH], packet.ray.tfar[k % WIDTH]);
            }
        }
    }

    void occluded_packets(const Rays& rays, RTCIntersectContext& context, Answers& to) const {
        std::vector<RTCRay16> stream(STREAM / WIDTH);
        for (size_t first = 0; first < rays.size(); first += STREAM) {
            const size_t count = std::min(STREAM, rays.size() - first), full = (count + WIDTH - 1) / WIDTH;
            for (size_t k = 0; k < full; ++k)
                put(stream[k], rays, first + k * WIDTH, std::min(WIDTH, count - k * WIDTH));
            rtcOccludedNM(scene, &context, reinterpret_cast<RTCRayN*>(stream.data()), WIDTH,
                          unsigned(full), sizeof(RTCRay16));
            for (size_t k = 0; k < count; ++k)
                to.occluded[first + k] = stream[k / WIDTH].tfar[k % WIDTH] < 0;
        }
    }

    static Valid lanes(size_t count) {
        Valid valid;
        for (size_t k = 0; k < WIDTH; ++k) valid.lanes[k] = k < count ? -1 : 0;
        return valid;
    }
};

constexpr const char* CONFIGS[] = {"verbose=2,frequency_level=simd256", "verbose=2,frequency_level=simd512"};

class Embree : public peers::Peer {
  public:
    explicit Embree(Quads&& merged)
        : quads(std::move(merged)), worlds{World(CONFIGS[0], quads), World(CONFIGS[1], quads)} {}

    std::vector<std::string> modes() const override {
        std::vector<std::string> names;
        for (const std::string width : {"256-", "512-"}) {
            names.push_back(width + "single");
            for (const std::string call : {"packet", "stream", "packets"})
                for (const char* how : {"", "-coherent"}) names.push_back(width + call + how);
        }
        return names;
    }

    std::string facts() const override {
        return "\"version\": \"" RTC_VERSION_STRING "\", \"quads\": " + std::to_string(quads.size()) +
               ", \"config\": [\"" + CONFIGS[0] + "\", \"" + CONFIGS[1] +
               "\"], \"scene_flags\": \"none\", \"build_quality\": \"high\", \"t_near\": 1e-4" +
               ", \"native_16\": " +
               std::to_string(worlds[1].property(RTC_DEVICE_PROPERTY_NATIVE_RAY16_SUPPORTED)) +
               ", \"streams\": " + std::to_string(worlds[1].property(RTC_DEVICE_PROPERTY_RAY_STREAM_SUPPORTED));
    }

    void cast(const Rays& rays, bool any, const std::string& mode, Answers& to) override {
        const size_t dash = mode.find('-', 4);
        const std::string call = mode.substr(4, dash == std::string::npos ? dash : dash - 4);
        worlds[mode[0] == '5'].cast(rays, any, call, dash != std::string::npos, to);
    }

  private:
    Quads quads;
    World worlds[2];
};

// Embree tells of itself on stdout, which is for replies: send that to stderr meanwhile.
template <class Make>
auto with_stdout_on_stderr(Make make) {
    std::fflush(stdout);
    const int kept = dup(1);
    dup2(2, 1);
    auto made = make();
    std::cout.flush();
    std::fflush(stdout);
    dup2(kept, 1);
    close(kept);
    return made;
}

int main(int count, char** args) {
    if (count < 2) peers::fail("give the folder with the exported scene and rays; `run` does so");
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
    const std::string folder = args[1];
    const auto peer = with_stdout_on_stderr([&] {
        return std::make_unique<Embree>(peers::FaceMerger(peers::Bits(folder + "/scene.bits")).merge());
    });
    peers::serve(*peer, folder);
}
