/* Random base games for two players, as fast as plain C plays them: what the engine's speed is measured against.

   The same games as those of `aude.engine.drive`, move for move: the same generator, the same options in the same
   order, so that a seed gives the same scores. Nothing else is here: no boxes, no options, no copies of a game, room
   for one game of known size. `c_speed.py` writes the tables of the tiles (tables.h), compiles this and calls `play`.

   Words are those of `aude.engine.state`: a slot is a laid tile, a node a segment of one, a front an empty cell beside
   a tile. The nodes of a feature form a ring and know its root, where all that is counted about the feature stands. */

#include <stdint.h>
#include <string.h>

#include "tables.h"

enum { ROAD, CITY, MONASTERY, FIELD };
enum { SEATS = 2, MEEPLES = 7, DONE = -1 };
enum { WIDTH = 2 * TILES + 6, CELLS = WIDTH * WIDTH, NODES = ALL_SEGMENTS + MOST_SEGMENTS, FRONTS = 2 * TILES + 2 };
enum { TRIES = 16 }; /* guesses at a random placement before all of them are listed */

static const int STEP[4] = {-WIDTH, 1, WIDTH, -1}; /* to the neighbour in the north, east, south and west */
static const int AROUND[8] = {-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1};

/* The table. Cells are 0, slot + 1 or -(front + 1), and all 0 between two games. */
static int16_t board[CELLS];
static int16_t front_cell[FRONTS];
static uint8_t front_sides[FRONTS]; /* what the neighbours show: two bits for each side */
static int fronts;
static uint8_t slot_turned[TILES]; /* tile * 4 + rotation */
static int16_t slot_first[TILES];
static int16_t slot_cell[TILES];
static int slots;

/* Features. */
static int16_t root[NODES];
static int16_t next_node[NODES];
static int16_t node_slot[NODES];
static uint8_t node_segment[NODES];
static int nodes;
static int16_t size[NODES];
static int16_t open_ends[NODES]; /* sides still open, or cells still empty around; 0 complete, DONE scored */
static uint8_t meeples[NODES][SEATS];
static int16_t open_monasteries[TILES];
static int open_monasteries_count;

/* Players and stack. */
static int supply[SEATS];
static int64_t *score;
static uint8_t stack[TILES]; /* every copy of every tile that is left, in the order of the tiles */
static int stack_size;

static uint64_t generator;
static uint16_t options[4 * FRONTS + 4]; /* of the decision at hand */

/* -- chance: splitmix64, as in aude.engine.rng -------------------------------------------------------------------- */

static uint64_t word(void) {
    uint64_t x = generator += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

static int below(uint32_t n) {
    for (;;) {
        uint64_t product = (word() >> 32) * n;
        uint32_t low = (uint32_t)product;
        if (low >= n || low >= -n % n)
            return (int)(product >> 32);
    }
}

/* -- laying a tile ------------------------------------------------------------------------------------------------ */

static void join(int a, int b) {
    if (size[a] < size[b]) {
        int c = a;
        a = b;
        b = c;
    }
    int node = b;
    do {
        root[node] = (int16_t)a;
        node = next_node[node];
    } while (node != b);
    int16_t after = next_node[a];
    next_node[a] = next_node[b];
    next_node[b] = after;
    size[a] += size[b];
    open_ends[a] += open_ends[b] - 2;
    for (int seat = 0; seat < SEATS; seat++)
        meeples[a][seat] += meeples[b][seat];
}

/* Two tiles lie side by side: their sides match, so what one shows at a port the other shows too. */
static void meet(int turned, int first, int other, int side) {
    const int8_t *mine = PORTS[turned] + 3 * side;
    const int8_t *theirs = PORTS[slot_turned[other]] + 3 * (side ^ 2);
    int other_first = slot_first[other];
    for (int k = 0; k < 3; k++) {
        if (mine[k] < 0)
            continue;
        int a = root[first + mine[k]];
        int b = root[other_first + theirs[2 - k]];
        if (a == b)
            open_ends[a] -= 2;
        else
            join(a, b);
    }
}

static void drop_front(int front) {
    int last = --fronts;
    front_cell[front] = front_cell[last];
    front_sides[front] = front_sides[last];
    board[front_cell[front]] = (int16_t)(-front - 1);
}

/* The monasteries around a new tile wait for one cell less. */
static void surround(int cell) {
    for (int k = 0; k < open_monasteries_count; k++) {
        int node = open_monasteries[k];
        int away = slot_cell[node_slot[node]] - cell + WIDTH + 1; /* counted from the cell to the north-west */
        if (away >= 0 && away / WIDTH <= 2 && away % WIDTH <= 2)
            open_ends[node]--;
    }
}

static void add_monastery(int node, int cell) {
    for (int k = 0; k < 8; k++)
        open_ends[node] -= board[cell + AROUND[k]] > 0;
    open_monasteries[open_monasteries_count++] = (int16_t)node;
}

static void lay(int tile, int rotation, int cell) {
    int turned = tile * 4 + rotation;
    int slot = slots++;
    int first = nodes;
    slot_turned[slot] = (uint8_t)turned;
    slot_first[slot] = (int16_t)first;
    slot_cell[slot] = (int16_t)cell;
    nodes += SEGMENTS[tile];
    for (int k = 0; k < MOST_SEGMENTS; k++) { /* always as many, without a branch: the next tile overwrites the rest */
        open_ends[first + k] = ENDS[FIRST_SEGMENT[tile] + k];
        node_slot[first + k] = (int16_t)slot;
        node_segment[first + k] = (uint8_t)(FIRST_SEGMENT[tile] + k);
    }
    if (board[cell] < 0)
        drop_front(-board[cell] - 1);
    board[cell] = (int16_t)(slot + 1);
    surround(cell);
    if (MONASTERY_OF[tile] >= 0)
        add_monastery(first + MONASTERY_OF[tile], cell);
    for (int side = 0; side < 4; side++) {
        int beside = cell + STEP[side];
        int there = board[beside];
        if (there > 0) {
            meet(turned, first, there - 1, side);
        } else if (there < 0) {
            front_sides[-there - 1] += SIDE_VALUE[turned][side];
        } else {
            front_cell[fronts] = (int16_t)beside;
            front_sides[fronts] = SIDE_VALUE[turned][side];
            board[beside] = (int16_t)(-++fronts);
        }
    }
}

/* -- what the players may choose: into `options`; the functions return how many there are ------------------------- */

/* A placement is front * 4 + rotation. All that fit at a front are written at once, without a branch. */
static int list_placements(int tile) {
    const uint8_t *fit = FIT[tile];
    int count = 0;
    for (int front = 0; front < fronts; front++) {
        int mask = fit[front_sides[front]];
        uint16_t four[4];
        for (int n = 0; n < 4; n++)
            four[n] = (uint16_t)(front * 4 + NTH_ROTATION[mask][n]);
        memcpy(options + count, four, sizeof four);
        count += ROTATIONS_IN[mask];
    }
    return count;
}

static int fits(int tile) {
    const uint8_t *fit = FIT[tile];
    for (int front = 0; front < fronts; front++)
        if (fit[front_sides[front]])
            return 1;
    return 0;
}

/* One of the placements without listing them, as `random_placement` of aude.engine.placing finds it. */
static int guess_placement(int tile) {
    const uint8_t *fit = FIT[tile];
    int bits = ROTATION_BITS[tile];
    uint32_t guesses = (uint32_t)fronts << bits;
    uint32_t unfair = -guesses % guesses;
    uint64_t bits_left = 0;
    for (int tries = 0; tries < TRIES; tries++) {
        bits_left = tries & 1 ? bits_left >> 32 : word();
        uint64_t product = (bits_left & 0xFFFFFFFF) * guesses;
        if ((uint32_t)product < unfair)
            continue;
        int guess = (int)(product >> 32);
        int front = guess >> bits;
        int rotation = guess & ((1 << bits) - 1);
        if (fit[front_sides[front]] >> rotation & 1)
            return front * 4 + rotation;
    }
    return options[below((uint32_t)list_placements(tile))];
}

/* Where a meeple may stand on the newest tile: to pass (0), or a node + 1. */
static int list_spots(int player) {
    int count = 1;
    options[0] = 0;
    if (supply[player])
        for (int node = slot_first[slots - 1]; node < nodes; node++) {
            options[count] = (uint16_t)(node + 1);
            count += !(meeples[root[node]][0] | meeples[root[node]][1]);
        }
    return count;
}

/* -- scoring ------------------------------------------------------------------------------------------------------ */

/* What a road or city covers: its tiles, each once, and the coats of arms of a city. */
static int worth(int feature) {
    int total = 0;
    int node = feature;
    do {
        int first = slot_first[node_slot[node]];
        while (root[first] != feature)
            first++;
        total += first == node; /* otherwise another node of this tile has been counted */
        total += PENNANTS[node_segment[node]];
        node = next_node[node];
    } while (node != feature);
    return total;
}

static int completed_cities_at(int field) {
    uint8_t counted[NODES] = {0};
    int total = 0;
    int node = field;
    do {
        int segment = node_segment[node];
        for (int k = BORDER_FIRST[segment]; k < BORDER_FIRST[segment + 1]; k++) {
            int other = root[slot_first[node_slot[node]] + BORDER[k]];
            if (KIND[node_segment[other]] == CITY && open_ends[other] == DONE && !counted[other]) {
                counted[other] = 1;
                total++;
            }
        }
        node = next_node[node];
    } while (node != field);
    return total;
}

static void score_feature(int feature) {
    int points;
    int is_complete = open_ends[feature] <= 0;
    switch (KIND[node_segment[feature]]) {
    case ROAD:
        points = worth(feature);
        break;
    case CITY:
        points = worth(feature) << is_complete;
        break;
    case MONASTERY:
        points = is_complete ? 9 : 9 - open_ends[feature];
        break;
    default:
        points = 3 * completed_cities_at(feature);
    }
    if (meeples[feature][0] >= meeples[feature][1])
        score[0] += points;
    if (meeples[feature][1] >= meeples[feature][0])
        score[1] += points;
}

static void complete(int feature) {
    open_ends[feature] = DONE;
    if (meeples[feature][0] | meeples[feature][1]) {
        score_feature(feature);
        for (int seat = 0; seat < SEATS; seat++) {
            supply[seat] += meeples[feature][seat];
            meeples[feature][seat] = 0;
        }
    }
}

/* What the newest tile has completed: features that it is part of, and monasteries around it. */
static void score_completed(void) {
    for (int node = slot_first[slots - 1]; node < nodes; node++)
        if (open_ends[root[node]] == 0 && KIND[node_segment[node]] != FIELD)
            complete(root[node]);
    int left = 0;
    for (int k = 0; k < open_monasteries_count; k++) {
        int node = open_monasteries[k];
        if (open_ends[node] == 0)
            complete(node);
        if (open_ends[node] > 0)
            open_monasteries[left++] = (int16_t)node;
    }
    open_monasteries_count = left;
}

/* -- games -------------------------------------------------------------------------------------------------------- */

static void begin(void) {
    memcpy(stack, STACK, sizeof STACK);
    stack_size = TILES - 1;
    fronts = slots = nodes = open_monasteries_count = 0;
    for (int node = 0; node < NODES; node++) { /* a node that is not in use yet is a feature of its own */
        root[node] = next_node[node] = (int16_t)node;
        size[node] = 1;
    }
    memset(meeples, 0, sizeof meeples);
    for (int seat = 0; seat < SEATS; seat++) {
        supply[seat] = MEEPLES;
        score[seat] = 0;
    }
    lay(START, 0, CELLS / 2 + WIDTH / 2);
}

static int draw_tile(void) {
    int k = below((uint32_t)stack_size--);
    int tile = stack[k];
    memmove(stack + k, stack + k + 1, (size_t)(stack_size - k));
    return tile;
}

static void turn(int tile, int placement, int player) {
    lay(tile, placement & 3, front_cell[placement >> 2]);
    int count = list_spots(player);
    if (count > 1) {
        int spot = options[below((uint32_t)count)] - 1;
        if (spot >= 0) {
            meeples[root[spot]][player]++;
            supply[player]--;
        }
    }
    score_completed();
}

static void end(void) {
    for (int node = 0; node < nodes; node++)
        if (root[node] == node && (meeples[node][0] | meeples[node][1]))
            score_feature(node);
    for (int slot = 0; slot < slots; slot++)
        board[slot_cell[slot]] = 0;
    for (int front = 0; front < fronts; front++)
        board[front_cell[front]] = 0;
}

/* Play random games, one after the other, with one generator. Placements are listed, or guessed where they need not
   be. Writes the two scores of every game. */
void play(int guessing, uint64_t *random, int64_t games, int64_t *scores) {
    generator = *random;
    for (int64_t game = 0; game < games; game++) {
        score = scores + SEATS * game;
        begin();
        int player = 0;
        while (stack_size) {
            int tile = draw_tile();
            if (guessing) {
                if (!fits(tile))
                    continue; /* it leaves the game, and another one is drawn */
                turn(tile, guess_placement(tile), player);
            } else {
                int count = list_placements(tile);
                if (!count)
                    continue;
                turn(tile, options[below((uint32_t)count)], player);
            }
            player ^= 1;
        }
        end();
    }
    *random = generator;
}
