/* The rules; the numbers are the clauses of docs/rules/bruno.md. */

#include <string.h>
#include "bruno.h"

#define RANK(rank) (15ull << 4 * (rank))

const Mask FUNCTIONS = RANK(TWO) | RANK(THREE) | RANK(NINE) | RANK(TEN);
static const Mask ALL = (1ull << 52) - 1;

int count(Mask cards) { return __builtin_popcountll(cards); }

Mask answers_to(int64_t demand) { /* B8 */
    if (demand == FREE) return ALL;
    if (demand == NINE) return FUNCTIONS | ((1ull << 4 * NINE) - 1);
    return FUNCTIONS | (ALL & ~((1ull << 4 * demand) - 1));
}

int face_down(const Table *table, int seat) {
    int lying = 0;
    for (int place = 0; place < 3; place++) lying += table->down[seat][place] != GONE;
    return lying;
}

void deal(Table *table, int first, const uint8_t *cards) { /* B2 */
    memset(table->known, 0, sizeof table->known);
    for (int seat = 0; seat < 4; seat++) {
        const uint8_t *share = cards + 13 * seat;
        table->hand[seat] = table->up[seat] = 0;
        for (int i = 0; i < 3; i++) table->down[seat][i] = share[i];
        for (int i = 3; i < 6; i++) table->up[seat] |= 1ull << share[i];
        for (int i = 6; i < 13; i++) table->hand[seat] |= 1ull << share[i];
    }
    table->turn = first;
    table->demand = FREE;
    table->phase = PLAYING;
    table->actions = 0;
    table->winner = NOBODY;
    table->pile = table->removed = 0;
}

void redeal(Table *table, const uint8_t *cards) { /* B15: who played the 10 gets the first card */
    int total = 0, player = (table->turn + 3) % 4;
    for (int seat = 0; seat < 4; seat++) {
        total += count(table->hand[seat]);
        table->hand[seat] = table->known[seat] = 0;
    }
    for (int i = 0; i < total; i++) table->hand[(player + i) % 4] |= 1ull << cards[i];
    table->phase = PLAYING;
}

static int may_not_finish(const Table *table, int seat, Mask zone) { /* B22 */
    if (!(zone & FUNCTIONS) || face_down(table, seat)) return 0;
    return !table->hand[seat] || !table->up[seat];
}

static int legal_flips(const Table *table, int seat, int32_t *moves) {
    int found = 0;
    for (int place = 0; place < 3; place++)
        if (table->down[seat][place] != GONE) moves[found++] = FLIP + place;
    return found;
}

static int legal_plays(const Table *table, int seat, Mask zone, int32_t *moves) {
    int found = 0;
    int together = table->hand[seat] || table->face_up_together; /* B7 */
    int barred = may_not_finish(table, seat, zone);
    Mask answers = zone & answers_to(table->demand);
    for (int rank = 0; rank < RANKS; rank++) {
        int held = count(answers & RANK(rank));
        int most = together || held == 0 ? held : 1;
        if (barred && most == count(zone)) most--;
        for (int number = 1; number <= most; number++) moves[found++] = 4 * rank + number - 1;
    }
    return found;
}

int legal(const Table *table, int32_t *moves) {
    if (table->phase != PLAYING) return 0;
    int seat = table->turn;
    Mask zone = table->hand[seat] ? table->hand[seat] : table->up[seat]; /* B6 */
    if (!zone && face_down(table, seat)) return legal_flips(table, seat, moves);
    int found = legal_plays(table, seat, zone, moves);
    int only_functions = !(zone & answers_to(table->demand) & ~FUNCTIONS);
    if (!found) moves[found++] = table->pile ? COLLECT : PASS; /* B10, B24 */
    else if (table->keep_function_cards && table->pile && only_functions) moves[found++] = COLLECT;
    return found;
}

Mask cards_of_move(const Table *table, int move) {
    int seat = table->turn;
    Mask zone = table->hand[seat] ? table->hand[seat] : table->up[seat];
    Mask left = zone & RANK(move / 4), cards = 0;
    for (int number = move % 4 + 1; number; number--) {
        cards |= left & -left;
        left &= left - 1;
    }
    return cards;
}

static void lay(Table *table, int seat, int rank, Mask cards) { /* B11–B18 */
    if (rank == TEN) table->removed |= cards;
    else table->pile |= cards;
    if (rank != TWO && rank != THREE && rank != TEN) table->demand = rank;
    table->turn = (seat + (rank == THREE ? 2 : 1)) % 4;
    table->phase = rank == TEN ? REDEAL_DUE : PLAYING;
    if (!table->hand[seat] && !table->up[seat] && !face_down(table, seat)) {
        table->winner = seat; /* B25 */
        table->phase = OVER;
    }
}

static void collect(Table *table, int seat, Mask cards) { /* B20 */
    table->hand[seat] |= cards;
    table->known[seat] |= cards;
    table->pile = 0;
    table->demand = FREE;
    table->turn = table->next_leads ? (seat + 1) % 4 : seat;
}

static void flip(Table *table, int seat, int place) {
    int card = table->down[seat][place];
    Mask cards = 1ull << card;
    table->down[seat][place] = GONE;
    int barred = (cards & FUNCTIONS) && !face_down(table, seat); /* B22 */
    if ((cards & answers_to(table->demand)) && !barred) lay(table, seat, card / 4, cards);
    else collect(table, seat, table->pile | cards); /* B21 */
}

static void play(Table *table, int seat, int move) {
    Mask cards = cards_of_move(table, move);
    if (table->hand[seat]) {
        table->hand[seat] &= ~cards;
        table->known[seat] &= ~cards;
    } else {
        table->up[seat] &= ~cards;
    }
    lay(table, seat, move / 4, cards);
}

void apply(Table *table, int move) {
    int seat = table->turn;
    table->actions++;
    if (move >= FLIP) flip(table, seat, move - FLIP);
    else if (move == COLLECT) collect(table, seat, table->pile);
    else if (move == PASS) table->turn = (seat + 1) % 4;
    else play(table, seat, move);
    if (table->actions == MOST_ACTIONS) table->phase = OVER; /* B26 */
}
