/* Perft of Othello by the algorithm of tests/own_games/othello.py, for comparison.

   gcc -O2 othello.c && ./a.out 10      prints the number of leaves and the seconds of one count */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t Board;

#define NOT_FIRST 0xfefefefefefefefeULL /* all columns but the first */
#define NOT_LAST 0x7f7f7f7f7f7f7f7fULL

static inline Board east(Board b) { return b << 1 & NOT_FIRST; }
static inline Board west(Board b) { return b >> 1 & NOT_LAST; }
static inline Board south(Board b) { return b << 8; }
static inline Board north(Board b) { return b >> 8; }
static inline Board south_east(Board b) { return b << 9 & NOT_FIRST; }
static inline Board north_west(Board b) { return b >> 9 & NOT_LAST; }
static inline Board south_west(Board b) { return b << 7 & NOT_LAST; }
static inline Board north_east(Board b) { return b >> 7 & NOT_FIRST; }

/* The line of their discs that begins beside `from`. */
#define LINE(shift, from, theirs)          \
    Board line = shift(from) & (theirs);   \
    line |= shift(line) & (theirs);        \
    line |= shift(line) & (theirs);        \
    line |= shift(line) & (theirs);        \
    line |= shift(line) & (theirs);        \
    line |= shift(line) & (theirs)

#define REACHED(shift)               \
    {                                \
        LINE(shift, mine, theirs);   \
        found |= shift(line);        \
    }

#define TURNED(shift)                \
    {                                \
        LINE(shift, disc, theirs);   \
        if (shift(line) & mine)      \
            taken |= line;           \
    }

static Board targets(Board mine, Board theirs)
{
    Board found = 0;
    REACHED(east) REACHED(west) REACHED(south) REACHED(north)
    REACHED(south_east) REACHED(north_west) REACHED(south_west) REACHED(north_east)
    return found & ~mine & ~theirs;
}

static Board turned(Board mine, Board theirs, Board disc)
{
    Board taken = 0;
    TURNED(east) TURNED(west) TURNED(south) TURNED(north)
    TURNED(south_east) TURNED(north_west) TURNED(south_west) TURNED(north_east)
    return taken;
}

static uint64_t perft(Board mine, Board theirs, int depth)
{
    Board cells = targets(mine, theirs);
    uint64_t total = 0;
    if (!cells) {
        if (!targets(theirs, mine))
            return 0;
        return depth == 1 ? 1 : perft(theirs, mine, depth - 1);
    }
    if (depth == 1)
        return (uint64_t)__builtin_popcountll(cells);
    for (; cells; cells &= cells - 1) {
        Board disc = cells & -cells;
        Board taken = turned(mine, theirs, disc);
        total += perft(theirs & ~taken, mine | disc | taken, depth - 1);
    }
    return total;
}

int main(int count, char **arguments)
{
    int depth = count > 1 ? atoi(arguments[1]) : 10;
    clock_t began = clock();
    uint64_t leaves = perft(1ULL << 28 | 1ULL << 35, 1ULL << 27 | 1ULL << 36, depth);
    printf("%llu %.6f\n", (unsigned long long)leaves, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
