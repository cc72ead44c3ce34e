// A driver of CUDA's for no GPU: memory is ordinary memory, threads run one after the other.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#define __global__
#define __device__
#define __forceinline__ inline
struct Place { unsigned x; };
static Place blockIdx, threadIdx, blockDim, gridDim;
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
static int __ffs(unsigned bits) { return __builtin_ffs(bits); }
template <class T> void atomicMax(T* at, T value) { if (value > *at) *at = value; }
template <class T> void atomicAdd(T* at, T value) { *at += value; }
#include KERNELS

template <class T> T as(void* given) { return *(T*)given; }
static void run_begin(void** p) {
    begin(as<u32>(p[0]), as<Shape>(p[1]), as<const int*>(p[2]), as<u16*>(p[3]), as<Exits>(p[4]), as<u32*>(p[5]));
}
static void run_spread(void** p) {
    spread(as<u32>(p[0]), as<u32>(p[1]), as<Shape>(p[2]), as<Shape>(p[3]), as<const int*>(p[4]), as<u16*>(p[5]),
           as<u16*>(p[6]), as<u32*>(p[7]));
}
static void run_check(void** p) {
    check(as<u32>(p[0]), as<u32>(p[1]), as<Shape>(p[2]), as<const int*>(p[3]), as<u16*>(p[4]), as<u16*>(p[5]),
          as<Exits>(p[6]), as<u32*>(p[7]));
}
static void run_tally(void** p) { tally(as<u32>(p[0]), as<u16*>(p[1]), as<u64*>(p[2])); }

typedef void (*Kernel)(void**);
static std::map<std::string, Kernel> kernels = {
    {"begin", run_begin}, {"spread", run_spread}, {"check", run_check}, {"tally", run_tally}};
static long held = 0;  // arrays that are not freed
static std::map<uint64_t, size_t> sizes;

// Whether all of a copy lies within one array.
static bool fits(uint64_t at, size_t size) { return sizes.count(at) && size <= sizes[at]; }

extern "C" {
long arrays_held() { return held; }
int cuInit(unsigned flags) { return flags; }
int cuDeviceGet(int* device, int number) { *device = number; return 0; }
int cuDeviceGetName(char* text, int size, int) { strncpy(text, "no GPU", size); return 0; }
int cuDeviceGetAttribute(int* value, int what, int) { *value = what == 75 ? 9 : 0; return 0; }
int cuDevicePrimaryCtxRetain(void** context, int) { *context = &held; return 0; }
int cuCtxSetCurrent(void* context) { return context != &held; }
int cuMemGetInfo_v2(size_t* free, size_t* total) { *free = *total = 1 << 30; return 0; }
int cuMemAlloc_v2(uint64_t* at, size_t size) {
    if (size > 1 << 30) return 2;
    void* made = malloc(size);
    memset(made, 0x5a, size);
    *at = (uint64_t)made;
    sizes[*at] = size;
    held++;
    return 0;
}
int cuMemFree_v2(uint64_t at) { free((void*)at); sizes.erase(at); held--; return 0; }
int cuMemcpyHtoD_v2(uint64_t to, const void* from, size_t size) {
    if (!fits(to, size)) return 1;
    memcpy((void*)to, from, size);
    return 0;
}
int cuMemcpyDtoH_v2(void* to, uint64_t from, size_t size) {
    if (!fits(from, size)) return 1;
    memcpy(to, (void*)from, size);
    return 0;
}
int cuModuleLoadData(void** module, const char* code) { *module = &kernels; return strcmp(code, "compiled"); }
int cuModuleGetFunction(void** function, void* module, const char* name) {
    if (module != &kernels || !kernels.count(name)) return 500;
    *function = (void*)kernels[name];
    return 0;
}
int cuLaunchKernel(void* function, unsigned x, unsigned y, unsigned z, unsigned width, unsigned height,
                   unsigned depth, unsigned shared, void* stream, void** arguments, void** extra) {
    if (y != 1 || z != 1 || height != 1 || depth != 1 || shared || stream || extra) return 1;
    gridDim.x = x, blockDim.x = width;
    for (blockIdx.x = 0; blockIdx.x < x; blockIdx.x++)
        for (threadIdx.x = 0; threadIdx.x < width; threadIdx.x++) ((Kernel)function)(arguments);
    return 0;
}
int cuGetErrorString(int code, const char** text) { *text = code == 2 ? "out of memory" : "invalid"; return 0; }
}
