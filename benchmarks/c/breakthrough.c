/* Perft of Breakthrough by the algorithm of tests/own_games/breakthrough.py, for comparison.

   gcc -O2 breakthrough.c && ./a.out 6  prints the number of leaves and the seconds of one count */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t Board;

#define NOT_FIRST 0xfefefefefefefefeULL /* all columns but the first */
#define NOT_LAST 0x7f7f7f7f7f7f7f7fULL
#define FIRST_ROW 0xffULL
#define LAST_ROW 0xff00000000000000ULL

static uint64_t perft(Board mine, Board theirs, int turn, int depth);

/* The moves to `targets` of pieces that stand `step` cells before them. */
static uint64_t count_moves(Board targets, int step, Board mine, Board theirs, int turn, int depth)
{
    uint64_t total = 0;
    if (depth == 1)
        return (uint64_t)__builtin_popcountll(targets);
    for (; targets; targets &= targets - 1) {
        int target = __builtin_ctzll(targets);
        Board to = 1ULL << target, from = 1ULL << (target - step);
        total += perft(theirs & ~to, (mine & ~from) | to, 1 - turn, depth - 1);
    }
    return total;
}

static uint64_t perft(Board mine, Board theirs, int turn, int depth)
{
    Board goal = turn == 0 ? FIRST_ROW : LAST_ROW;
    if ((theirs & goal) || !mine)
        return 0;
    Board left, ahead, right;
    int row = turn == 0 ? 8 : -8;
    if (turn == 0) {
        left = mine << 7 & NOT_LAST;
        ahead = mine << 8;
        right = mine << 9 & NOT_FIRST;
    } else {
        left = mine >> 9 & NOT_LAST;
        ahead = mine >> 8;
        right = mine >> 7 & NOT_FIRST;
    }
    return count_moves(left & ~mine, row - 1, mine, theirs, turn, depth)
        + count_moves(ahead & ~mine & ~theirs, row, mine, theirs, turn, depth)
        + count_moves(right & ~mine, row + 1, mine, theirs, turn, depth);
}

int main(int count, char **arguments)
{
    int depth = count > 1 ? atoi(arguments[1]) : 6;
    clock_t began = clock();
    uint64_t leaves = perft(0xffffULL, 0xffffULL << 48, 0, depth);
    printf("%llu %.6f\n", (unsigned long long)leaves, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
