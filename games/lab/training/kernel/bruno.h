/* Bruno for training: the rules of docs/rules/bruno.md, the network's inputs, and self-play.
 *
 * A card is its place in the order 2s 2h 2d 2c 3s … Ac, a set of cards a mask, as in the rules.
 * layout.h is written from games/bots/bruno/learned/layout.py when this is built. */

#ifndef BRUNO_H
#define BRUNO_H

#include <stdint.h>
#include "layout.h"

typedef uint64_t Mask;

enum { TWO = 0, THREE = 1, NINE = 7, TEN = 8 };
enum { COLLECT = 52, PASS = 53, FLIP = 54 }; /* below: 4 * rank + number - 1 */
enum { PLAYING, REDEAL_DUE, OVER };
enum { MOST_MOVES = 64, MOST_ACTIONS = 2000, NOBODY = -1, FREE = -1, GONE = -1 };

/* All 64 bits wide, so that the tests can read it as an array. */
typedef struct {
    int64_t face_up_together, keep_function_cards, next_leads;
    int64_t turn, demand, phase, actions, winner;
    Mask hand[4], known[4], up[4];
    int64_t down[4][3];
    Mask pile, removed;
} Table;

extern const Mask FUNCTIONS;
Mask answers_to(int64_t demand);
int count(Mask cards);
int face_down(const Table *table, int seat);

void deal(Table *table, int first, const uint8_t *cards);
void redeal(Table *table, const uint8_t *cards);
int legal(const Table *table, int32_t *moves);
void apply(Table *table, int move);
Mask cards_of_move(const Table *table, int move);

enum { MOST_INPUTS = 320 };

typedef struct {
    int32_t count;
    uint16_t index[MOST_INPUTS];
    float value[MOST_INPUTS];
} Inputs;

/* What the seat on turn can work out from its view. */
typedef struct {
    int hand, down;
    Mask known, up;
} Side;

typedef struct {
    Mask sure, maybe;
    double share;
} Unseen;

typedef struct {
    const Table *table;
    Mask hand, up;
    int down, tens;
    Side others[3];
    Unseen unseen;
    double stuck[3][DEMANDS];
    int asked[DEMANDS];
} Thought;

void think(Thought *thought, const Table *table);
void of_table(Inputs *inputs, const Thought *thought);
void of_action(Inputs *inputs, Thought *thought, int move);
void of_ten(Inputs *table, Inputs *inputs, const Thought *thought, int move);
int is_ten(int move);

#endif
