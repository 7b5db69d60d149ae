/* What the network is told, step for step as in games/bots/bruno/learned/inputs.py. */

#include <math.h>
#include <string.h>
#include "bruno.h"

#define RANK(rank) (15ull << 4 * (rank))
#define SIZES (MOST + 1)
#define COPIES (4 * RANKS)

enum { ME, NEXT, PARTNER };

typedef struct {
    Mask hand, up, pile;
    int size, down, turns, demand, mover;
} After;

static int least(int one, int other) { return one < other ? one : other; }

static void put(Inputs *inputs, int index, double value) {
    if (value == 0) return;
    inputs->index[inputs->count] = index;
    inputs->value[inputs->count++] = value;
}

static void copies(Inputs *inputs, int start, Mask cards) {
    while (cards) {
        int rank = __builtin_ctzll(cards) / 4;
        int number = count(cards & RANK(rank));
        for (int copy = 0; copy < number; copy++) put(inputs, start + 4 * rank + copy, 1);
        cards &= ~RANK(rank);
    }
}

/* Only what differs from before: the inputs of all actions but tens stand on a common sum. */
static void changed_copies(Inputs *inputs, int start, Mask before, Mask after) {
    Mask changed = before ^ after;
    while (changed) {
        int rank = __builtin_ctzll(changed) / 4;
        int had = count(before & RANK(rank)), has = count(after & RANK(rank));
        for (int copy = had; copy < has; copy++) put(inputs, start + 4 * rank + copy, 1);
        for (int copy = has; copy < had; copy++) put(inputs, start + 4 * rank + copy, -1);
        changed &= ~RANK(rank);
    }
}

static void changed_numbers(Inputs *inputs, int start, Mask before, Mask after) {
    Mask changed = before ^ after;
    while (changed) {
        int rank = __builtin_ctzll(changed) / 4;
        put(inputs, start + rank, count(after & RANK(rank)) - count(before & RANK(rank)));
        changed &= ~RANK(rank);
    }
}

static void numbers(Inputs *inputs, int start, Mask cards) {
    changed_numbers(inputs, start, 0, cards);
}

static int ranks_in(Mask cards) {
    int found = 0;
    for (int rank = 0; rank < RANKS; rank++) found += (cards & RANK(rank)) != 0;
    return found;
}

static int total(const Side *side) { return side->hand + count(side->up) + side->down; }

static double number(const Unseen *unseen, Mask cards) {
    return count(unseen->sure & cards) + unseen->share * count(unseen->maybe & cards);
}

static double none_of(Mask cards, int drawn, const Unseen *unseen) {
    double all = number(unseen, ~0ull), others = all - number(unseen, cards), chance = 1;
    for (; drawn; drawn--) {
        if (others <= 0) return 0;
        chance *= others / all;
        others -= 1;
        all -= 1;
    }
    return chance;
}

static double stuck(const Side *side, int demand, const Unseen *unseen) {
    Mask answers = answers_to(demand);
    if (side->hand) {
        if (side->known & answers) return 0;
        return none_of(answers, side->hand - count(side->known), unseen);
    }
    if (side->up) return side->up & answers ? 0 : 1;
    if (!side->down) return 1;
    return none_of(side->down == 1 ? answers & ~FUNCTIONS : answers, 1, unseen); /* B22 */
}

static double goes_out(const Side *side, int demand, const Unseen *unseen) {
    if (total(side) != 1) return 0;
    Mask answers = answers_to(demand) & ~FUNCTIONS, seen = side->known | side->up;
    if (seen) return (seen & answers) != 0;
    return 1 - none_of(answers, 1, unseen);
}

void think(Thought *thought, const Table *table) {
    int seat = table->turn;
    Mask seen = table->pile | table->removed | table->hand[seat] | table->up[seat];
    thought->table = table;
    thought->hand = table->hand[seat];
    thought->up = table->up[seat];
    thought->down = face_down(table, seat);
    thought->tens = count(table->removed);
    for (int role = 0; role < 3; role++) {
        int other = (seat + role + 1) % 4;
        Side side = {count(table->hand[other]), face_down(table, other), table->known[other],
                     table->up[other]};
        thought->others[role] = side;
        seen |= side.known | side.up;
    }
    thought->unseen = (Unseen){0, ~seen & ((1ull << 52) - 1), 1};
    memset(thought->asked, 0, sizeof thought->asked);
}

static const double *stuck_on(Thought *thought, int demand, double *chances) {
    int place = demand + 1;
    if (!thought->asked[place]) {
        thought->asked[place] = 1;
        for (int role = 0; role < 3; role++)
            thought->stuck[role][place] = stuck(&thought->others[role], demand, &thought->unseen);
    }
    for (int role = 0; role < 3; role++) chances[role] = thought->stuck[role][place];
    return chances;
}

static void of_sides(Inputs *inputs, const Thought *thought, const Side *others) {
    const Table *table = thought->table;
    for (int role = 0; role < 3; role++) {
        const Side *side = &others[role];
        put(inputs, SEAT_HAND + role * SIZES + least(side->hand, MOST), 1);
        put(inputs, SEAT_HIDDEN + role * SIZES + least(side->hand - count(side->known), MOST), 1);
        put(inputs, SEAT_TOTAL + role * SIZES + least(total(side), MOST), 1);
        copies(inputs, SEAT_KNOWN + role * COPIES, side->known);
        numbers(inputs, SEAT_UP + role * RANKS, side->up);
        put(inputs, SEAT_DOWN + role * 4 + side->down, 1);
    }
    copies(inputs, UNSEEN, thought->unseen.maybe);
    put(inputs, TENS + thought->tens, 1);
    if (table->face_up_together) put(inputs, OPTIONS, 1);
    if (table->keep_function_cards) put(inputs, OPTIONS + 1, 1);
    if (table->next_leads) put(inputs, OPTIONS + 2, 1);
}

void of_table(Inputs *inputs, const Thought *thought) {
    inputs->count = 0;
    of_sides(inputs, thought, thought->others);
    copies(inputs, HAND, thought->hand);
    numbers(inputs, UP, thought->up);
    numbers(inputs, PILE, thought->table->pile);
}

static int own_total(const After *after) { return after->size + count(after->up) + after->down; }

static void of_own(Inputs *inputs, const After *after) {
    put(inputs, SIZE + least(after->size, MOST), 1);
    put(inputs, TURNS + least(after->turns, MOST), 1);
    put(inputs, TOTAL + least(own_total(after), MOST), 1);
    put(inputs, DOWN + after->down, 1);
    if (!after->up && !after->down && after->hand) { /* B22 */
        int functions = count(after->hand & FUNCTIONS);
        put(inputs, LAST_FUNCTIONS + least(functions, FEW), 1);
        if (functions == after->size) put(inputs, ALL_FUNCTIONS, 1);
    }
}

static void of_answers(Inputs *inputs, const After *after) {
    Mask answers = (after->hand ? after->hand : after->up) & answers_to(after->demand);
    int functions = count(answers & FUNCTIONS);
    put(inputs, ANSWERS + least(count(answers) - functions, FEW), 1);
    put(inputs, ANSWER_FUNCTIONS + least(functions, FEW), 1);
}

static void of_move(Inputs *inputs, int move, const After *after) {
    put(inputs, move == COLLECT ? COLLECTS : PLAYED + move, 1);
    put(inputs, PILE_SIZE + least(count(after->pile), MOST), 1);
    put(inputs, DEMAND + after->mover * DEMANDS + after->demand + 1, 1);
}

static int bucket(double chance) { return least((int)(chance * CHANCES), CHANCES - 1); }

static void of_later(Inputs *inputs, const double *chances, double size, int functions) {
    double later[3] = {(1 - chances[0]) * chances[1],
                       (1 - chances[0]) * (1 - chances[1]) * chances[2],
                       (1 - chances[1]) * chances[2]};
    for (int place = 0; place < 3; place++) {
        put(inputs, LATER + place, later[place]);
        put(inputs, LATER_PILE + place, later[place] * size);
        put(inputs, LATER_FUNCTIONS + place, later[place] * functions);
    }
}

static void of_race(Inputs *inputs, const Side *others, const After *after) {
    int ours = least(own_total(after), total(&others[1]));
    int theirs = least(total(&others[0]), total(&others[2]));
    int lead = least(theirs - ours, AHEAD);
    put(inputs, RACE + (lead < -AHEAD ? -AHEAD : lead) + AHEAD, 1);
    put(inputs, OURS + least(ours, NEAR), 1);
    put(inputs, THEIRS + least(theirs, NEAR), 1);
}

static void of_others(Inputs *inputs, const Side *others, const Unseen *unseen, const After *after,
                      const double *chances) {
    double size = count(after->pile) / 10.0, outs[3];
    int functions = count(after->pile & FUNCTIONS);
    for (int role = 0; role < 3; role++) {
        outs[role] = goes_out(&others[role], after->demand, unseen);
        put(inputs, STUCK + role * CHANCES + bucket(chances[role]), 1);
        put(inputs, STUCK_CHANCE + role, chances[role]);
        put(inputs, STUCK_PILE + role, chances[role] * size);
        put(inputs, STUCK_FUNCTIONS + role, chances[role] * functions);
        put(inputs, GOES_OUT + role, outs[role]);
        int left = (role * DEMANDS + after->demand + 1) * (LEFT + 1);
        put(inputs, DEMAND_LEFT + left + least(total(&others[role]), LEFT), 1);
    }
    of_later(inputs, chances, size, functions);
    if (after->mover != ME) {
        int role = after->mover - 1;
        put(inputs, MOVER_STUCK + role * CHANCES + bucket(chances[role]), 1);
        put(inputs, MOVER_CHANCE + role, chances[role]);
        put(inputs, MOVER_GOES_OUT + role, outs[role]);
    }
    of_race(inputs, others, after);
}

static After after_move(const Thought *thought, int move) {
    const Table *table = thought->table;
    After after = {thought->hand, thought->up, table->pile, 0, thought->down, 0, FREE, NEXT};
    if (move == COLLECT) {
        after.hand |= table->pile;
        after.pile = 0;
        after.mover = table->next_leads ? NEXT : ME;
    } else {
        Mask cards = cards_of_move(table, move);
        int rank = move / 4;
        if (!thought->hand) after.up &= ~cards;
        after.hand &= ~cards;
        after.pile |= cards;
        after.demand = rank == TWO || rank == THREE ? table->demand : rank;
        after.mover = rank == THREE ? PARTNER : NEXT;
    }
    after.size = count(after.hand);
    after.turns = ranks_in(after.hand) + count(after.up) + after.down;
    return after;
}

void of_action(Inputs *inputs, Thought *thought, int move) {
    After after = after_move(thought, move);
    double chances[3];
    inputs->count = 0;
    changed_copies(inputs, HAND, thought->hand, after.hand);
    changed_numbers(inputs, UP, thought->up, after.up);
    changed_numbers(inputs, PILE, thought->table->pile, after.pile);
    of_own(inputs, &after);
    of_answers(inputs, &after);
    of_move(inputs, move, &after);
    stuck_on(thought, after.demand, chances);
    of_others(inputs, thought->others, &thought->unseen, &after, chances);
}

int is_ten(int move) { return move / 4 == TEN; }

static Unseen gather(const Thought *thought, Mask left, Side *others, int *cards) {
    Unseen heap = {left, thought->unseen.maybe, 0};
    int hidden = 0, unseen = count(heap.maybe);
    for (int role = 0; role < 3; role++) {
        heap.sure |= thought->others[role].known;
        hidden += thought->others[role].hand - count(thought->others[role].known);
    }
    heap.share = unseen ? (double)hidden / unseen : 0;
    *cards = count(heap.sure) + hidden;
    for (int role = 0; role < 3; role++) {
        others[role] = thought->others[role];
        others[role].known = 0;
        others[role].hand = (*cards + 3 - (role + 1)) / 4;
    }
    return heap;
}

void of_ten(Inputs *table, Inputs *inputs, const Thought *thought, int move) {
    Side others[3];
    int cards;
    double chances[3], ranks = 0;
    Mask tens = cards_of_move(thought->table, move);
    Unseen heap = gather(thought, thought->hand & ~tens, others, &cards);
    double share = cards ? (double)((cards + 3) / 4) / cards : 0;
    for (int rank = 0; rank < RANKS; rank++) ranks += fmin(number(&heap, RANK(rank)) * share, 1);
    After after = {0, thought->hand ? thought->up : thought->up & ~tens, thought->table->pile,
                   floor(number(&heap, ~0ull) * share + 0.5), thought->down, 0,
                   thought->table->demand, NEXT};
    after.turns = floor(ranks + 0.5) + count(after.up) + after.down;
    table->count = inputs->count = 0;
    of_sides(table, thought, others);
    numbers(inputs, UP, after.up);
    numbers(inputs, PILE, after.pile);
    of_own(inputs, &after);
    of_move(inputs, move, &after);
    put(inputs, TEN_PLAYED, 1);
    for (int rank = 0; rank < RANKS; rank++) put(inputs, HEAP + rank, number(&heap, RANK(rank)) / 4);
    for (int role = 0; role < 3; role++) chances[role] = stuck(&others[role], after.demand, &heap);
    of_others(inputs, others, &heap, &after, chances);
}
