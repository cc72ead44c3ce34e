// Retrograde analysis of Morris on a GPU: the three steps of kernels.py, with one or a few positions
// per thread.
//
// Compiled on first use. The offsets in `facts`, the codes and the shape are those of numbering.py
// and kernels.py, passed as macros: POINTS, NEIGHBOURS, THROUGH, CHOICES,
// FIRST_CLASS, LEADERS, STABILISERS, CLASS_OF, IMAGES, MILLS, MOST_STONES, OPEN, TO_CHECK, UNUSED,
// NOT_LOST, LAST_CODE, LOST_AT_ONCE, EACH.

typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned long long u64;

struct Shape {
    int mover, other, ranks, slides, flies, places, wins, ends;
};

struct Exits {
    const u16* taken;
    const u16* placed;
    const u16* placed_taken;
};

// The result of look_ahead.
struct Found {
    u32 least;     // lost code of the other side, 0 for none
    u32 greatest;  // won code of the other side, 0 for none
    bool draws, moves, quiet;
};

__device__ __forceinline__ u32 image(const int* facts, u32 stones, u32 symmetry) {
    const int* base = facts + IMAGES + symmetry * 768;
    return base[stones & 255] | base[256 + (stones >> 8 & 255)] | base[512 + (stones >> 16)];
}

__device__ __forceinline__ u32 choices(const int* facts, u32 points, u32 stones) {
    return facts[CHOICES + points * (MOST_STONES + 1) + stones];
}

__device__ __forceinline__ u32 rank_of(const int* facts, u32 stones, u32 taken) {
    u32 found = 0, place = 1;
    while (stones) {
        u32 lowest = stones & (0u - stones);
        stones ^= lowest;
        found += choices(facts, __popc(~taken & (lowest - 1)), place++);
    }
    return found;
}

__device__ __forceinline__ u32 unrank(const int* facts, u32 number, u32 taken, int points, int stones) {
    u32 found = 0;
    for (int point = facts[POINTS] - 1; stones > 0; point--) {
        if (taken >> point & 1) continue;
        points--;
        u32 below = choices(facts, points, stones);
        if (number >= below) {
            found |= 1u << point;
            number -= below;
            stones--;
        }
    }
    return found;
}

__device__ __forceinline__ u32 least_rank(const int* facts, u32 stones, u32 leader, u32 stabiliser) {
    u32 found = rank_of(facts, stones, leader);
    stabiliser >>= 1;
    for (u32 symmetry = 1; stabiliser; symmetry++, stabiliser >>= 1)
        if (stabiliser & 1) {
            u32 other = rank_of(facts, image(facts, stones, symmetry), leader);
            found = other < found ? other : found;
        }
    return found;
}

__device__ __forceinline__ u32 number_of(const int* facts, u32 mover, int movers, u32 other, int others) {
    u32 entry = facts[facts[CLASS_OF] + mover];
    u32 kind = facts[FIRST_CLASS + movers] + (entry >> 4);
    u32 moved = image(facts, other, entry & 15);
    u32 first = (entry >> 4) * choices(facts, facts[POINTS] - movers, others);
    return first + least_rank(facts, moved, facts[facts[LEADERS] + kind], facts[facts[STABILISERS] + kind]);
}

__device__ __forceinline__ bool closes(const int* facts, u32 stones, int point) {
    const int* mills = facts + THROUGH + point * MILLS;
    for (int mill = 0; mill < MILLS; mill++)
        if ((stones & (u32)mills[mill]) == (u32)mills[mill]) return true;
    return false;
}

__device__ __forceinline__ u32 takable(const int* facts, u32 stones) {
    u32 loose = 0;
    for (u32 rest = stones; rest; rest &= rest - 1)
        if (!closes(facts, stones, __ffs(rest) - 1)) loose |= rest & (0u - rest);
    return loose ? loose : stones;
}

__device__ __forceinline__ void weigh(Found& found, u32 code) {
    found.moves = true;
    if (code == OPEN || code > LAST_CODE) found.draws = true;
    else if (code & 1) found.least = found.least == 0 || code < found.least ? code : found.least;
    else found.greatest = code > found.greatest ? code : found.greatest;
}

__device__ Found look_ahead(Shape shape, const int* facts, u32 mine, u32 theirs, Exits exits) {
    u32 free = ((1u << facts[POINTS]) - 1) & ~(mine | theirs), preys = takable(facts, theirs);
    Found found = {0, 0, false, false, false};
    if (shape.places)
        for (u32 targets = free; targets; targets &= targets - 1) {
            int target = __ffs(targets) - 1;
            u32 after = mine | 1u << target;
            if (closes(facts, mine, target) && (preys || shape.wins)) {
                if (shape.wins || shape.ends) {
                    weigh(found, LOST_AT_ONCE);
                    return found;
                }
                for (u32 rest = preys; rest; rest &= rest - 1) {
                    u32 left = theirs ^ (rest & (0u - rest));
                    u32 number = number_of(facts, left, shape.other - 1, after, shape.mover + 1);
                    weigh(found, exits.placed_taken[number]);
                }
            } else {
                u32 number = number_of(facts, theirs, shape.other, after, shape.mover + 1);
                weigh(found, exits.placed[number]);
            }
        }
    if (shape.slides)
        for (u32 sources = mine; sources; sources &= sources - 1) {
            int source = __ffs(sources) - 1;
            u32 others = mine & ~(1u << source);
            u32 targets = shape.flies ? free : free & facts[NEIGHBOURS + source];
            for (; targets; targets &= targets - 1) {
                int target = __ffs(targets) - 1;
                if (!closes(facts, others, target) || (!preys && !shape.wins)) {
                    found.quiet = found.moves = true;
                    continue;
                }
                if (shape.wins || shape.ends) {
                    weigh(found, LOST_AT_ONCE);
                    return found;
                }
                u32 after = others | 1u << target;
                for (u32 rest = preys; rest; rest &= rest - 1) {
                    u32 left = theirs ^ (rest & (0u - rest));
                    u32 number = number_of(facts, left, shape.other - 1, after, shape.mover);
                    weigh(found, exits.taken[number]);
                }
            }
        }
    return found;
}

__device__ __forceinline__ bool has_mill(const int* facts, u32 stones) {
    for (u32 rest = stones; rest; rest &= rest - 1)
        if (closes(facts, stones, __ffs(rest) - 1)) return true;
    return false;
}

// The stones of position `number`.
__device__ __forceinline__ void stones_of(Shape shape, const int* facts, u32 number, u32& mine, u32& theirs) {
    u32 kind = facts[FIRST_CLASS + shape.mover] + number / (u32)shape.ranks;
    mine = facts[facts[LEADERS] + kind];
    int points = facts[POINTS] - shape.mover;
    theirs = unrank(facts, number % (u32)shape.ranks, mine, points, shape.other);
}

extern "C" __global__ void begin(u32 size, Shape shape, const int* facts, u16* values, Exits exits, u32* greatest) {
    u32 number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= size) return;
    u32 mine, theirs, code = OPEN;
    stones_of(shape, facts, number, mine, theirs);
    u32 kind = facts[FIRST_CLASS + shape.mover] + number / (u32)shape.ranks;
    u32 stabiliser = facts[facts[STABILISERS] + kind];
    if (stabiliser != 1 && least_rank(facts, theirs, mine, stabiliser) != number % (u32)shape.ranks) {
        values[number] = UNUSED;
        return;
    }
    if (shape.wins && has_mill(facts, theirs)) {
        code = LOST_AT_ONCE;
    } else {
        Found found = look_ahead(shape, facts, mine, theirs, exits);
        if (found.least) code = found.least + 1;
        else if (!found.moves) code = LOST_AT_ONCE;
        else if (found.draws) code = NOT_LOST;
        else if (!found.quiet) code = found.greatest + 1;
    }
    values[number] = code;
    // Read first: in most threads it is already greater, and atomic operations are slow.
    if (code <= LAST_CODE && code > *(volatile u32*)greatest) atomicMax(greatest, code);
}

extern "C" __global__ void spread(u32 size, u32 level, Shape shape, Shape before_shape, const int* facts,
                                  const u16* values, u16* before, u32* greatest) {
    u32 first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    u32 code = level + 1;
    bool told = false;
    for (u32 number = first; number < first + EACH && number < size; number++) {
        if (values[number] != code) continue;
        u32 mine, theirs;
        stones_of(shape, facts, number, mine, theirs);
        u32 free = ((1u << facts[POINTS]) - 1) & ~(mine | theirs);
        for (u32 movable = theirs; movable; movable &= movable - 1) {
            int target = __ffs(movable) - 1;
            if (closes(facts, theirs, target) && (mine || shape.wins)) continue;
            u32 rest = theirs & ~(1u << target);
            u32 sources = before_shape.flies ? free : free & facts[NEIGHBOURS + target];
            for (; sources; sources &= sources - 1) {
                u32 mover = rest | (sources & (0u - sources));
                u32 earlier = number_of(facts, mover, shape.other, mine, shape.mover);
                u32 known = before[earlier];
                if (level & 1) {
                    if (known == OPEN) before[earlier] = TO_CHECK;
                } else if (known == OPEN || known == NOT_LOST || (known > code + 1 && !(known & 1))) {
                    before[earlier] = code + 1;
                    told = true;
                }
            }
        }
    }
    if (told && code + 1 > *(volatile u32*)greatest) atomicMax(greatest, code + 1);
}

__device__ bool quiet_moves_lose(u32 level, Shape shape, const int* facts, u32 mine, u32 theirs, const u16* after) {
    u32 free = ((1u << facts[POINTS]) - 1) & ~(mine | theirs);
    for (u32 sources = mine; sources; sources &= sources - 1) {
        int source = __ffs(sources) - 1;
        u32 rest = mine & ~(1u << source);
        u32 targets = shape.flies ? free : free & facts[NEIGHBOURS + source];
        for (; targets; targets &= targets - 1) {
            int target = __ffs(targets) - 1;
            if (closes(facts, rest, target) && (theirs || shape.wins)) continue;
            u32 code = after[number_of(facts, theirs, shape.other, rest | 1u << target, shape.mover)];
            if (code == OPEN || code & 1 || code > level + 1) return false;
        }
    }
    return true;
}

extern "C" __global__ void check(u32 size, u32 level, Shape shape, const int* facts, u16* values,
                                 const u16* after, Exits exits, u32* greatest) {
    u32 first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    for (u32 number = first; number < first + EACH && number < size; number++) {
        if (values[number] != TO_CHECK) continue;
        u32 mine, theirs;
        stones_of(shape, facts, number, mine, theirs);
        if (!quiet_moves_lose(level, shape, facts, mine, theirs, after)) {
            values[number] = OPEN;
            continue;
        }
        Found found = look_ahead(shape, facts, mine, theirs, exits);
        u32 code = (found.greatest > level + 1 ? found.greatest : level + 1) + 1;
        values[number] = code;
        if (code > *(volatile u32*)greatest) atomicMax(greatest, code);
    }
}

// Count wins, losses and draws and find the longest; undecided positions become draws.
extern "C" __global__ void tally(u32 size, u16* values, u64* counts) {
    u64 own[3] = {0, 0, 0}, deepest[2] = {0, 0};
    for (u64 number = blockIdx.x * blockDim.x + threadIdx.x; number < size; number += gridDim.x * blockDim.x) {
        u32 code = values[number];
        if (code == OPEN || code == NOT_LOST) {
            if (code == NOT_LOST) values[number] = OPEN;
            own[2]++;
        } else if (code != UNUSED) {
            own[code & 1]++;
            if (code - 1 > deepest[code & 1]) deepest[code & 1] = code - 1;
        }
    }
    for (int kind = 0; kind < 3; kind++)
        if (own[kind]) atomicAdd(&counts[kind], own[kind]);
    for (int kind = 0; kind < 2; kind++)
        if (deepest[kind]) atomicMax(&counts[3 + kind], deepest[kind]);
}
