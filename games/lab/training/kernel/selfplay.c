/* The network against itself: games, λ-returns, and what is learnt from them. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "net.h"

enum { MOST_SAMPLES = 1 << 17, ROOM = 1 << 24 };

typedef struct {
    double rate, last_rate, lambda, exploration;
    int64_t planned, batch, step;
    double options[8]; /* how often each set of options is played, added up to 1 at the last */
} Recipe;

typedef struct {
    double error, length, first_wins;
} Report;

typedef struct {
    Inputs table, action;
    float value;
} Candidate;

static Sample samples[MOST_SAMPLES];
static int32_t order[MOST_SAMPLES];
static uint16_t *indices;
static float *values;
static int64_t filled;
static int taken;

/* xoshiro256** by Blackman and Vigna, seeded by their splitmix64. */
static uint64_t turned(uint64_t word, int by) { return word << by | word >> (64 - by); }

static uint64_t draw(uint64_t *random) {
    uint64_t result = turned(random[1] * 5, 7) * 9, moved = random[1] << 17;
    random[2] ^= random[0];
    random[3] ^= random[1];
    random[1] ^= random[2];
    random[0] ^= random[3];
    random[2] ^= moved;
    random[3] = turned(random[3], 45);
    return result;
}

static double part(uint64_t *random) { return (draw(random) >> 11) * 0x1p-53; }
static int below(uint64_t *random, int limit) { return (draw(random) >> 32) * limit >> 32; }

static void seed(uint64_t *random, uint64_t word) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = word += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        random[i] = z ^ z >> 31;
    }
}

static void spread(uint64_t *random, float *weights, int count, double size) {
    for (int i = 0; i < count; i++) weights[i] = (2 * part(random) - 1) * size;
}

int64_t trainer_size(void) { return sizeof(Trainer); }
int64_t net_size(void) { return sizeof(Net); }

void begin(Trainer *trainer, uint64_t number) {
    memset(trainer, 0, sizeof *trainer);
    seed(trainer->random, number);
    spread(trainer->random, trainer->net.first[0], INPUTS * WIDTH, 0.15);
    spread(trainer->random, trainer->net.second[0], WIDTH * SECOND, sqrt(6.0 / WIDTH));
    spread(trainer->random, trainer->net.last, SECOND, 0.1);
}

static int shuffled(uint64_t *random, Mask cards, uint8_t *into) {
    int total = 0;
    for (; cards; cards &= cards - 1) {
        int place = below(random, total + 1);
        into[total] = into[place];
        into[place] = __builtin_ctzll(cards);
        total++;
    }
    return total;
}

static void open_table(Trainer *trainer, const Recipe *recipe, Table *table) {
    uint8_t cards[52];
    double lot = part(trainer->random);
    int options = 0;
    while (options < 7 && lot >= recipe->options[options]) options++;
    table->face_up_together = options & 1;
    table->keep_function_cards = options >> 1 & 1;
    table->next_leads = options >> 2 & 1;
    shuffled(trainer->random, (1ull << 52) - 1, cards);
    deal(table, below(trainer->random, 4), cards);
}

static void deal_again(Trainer *trainer, Table *table) {
    uint8_t cards[52];
    const Mask *hand = table->hand;
    shuffled(trainer->random, hand[0] | hand[1] | hand[2] | hand[3], cards);
    redeal(table, cards);
}

static int wins(const Table *table, int move) {
    int seat = table->turn;
    if (move >= COLLECT || face_down(table, seat)) return 0;
    return cards_of_move(table, move) == (table->hand[seat] | table->up[seat]);
}

/* What a move is worth; `base` is the sum over the table as it is, once that was needed. */
static float weigh(const Net *net, Thought *thought, int move, Candidate *into, float *base) {
    float sum[WIDTH];
    Pass pass;
    if (is_ten(move)) {
        of_ten(&into->table, &into->action, thought, move);
        start_sum(net, sum);
        add_inputs(net, sum, into->table.index, into->table.value, into->table.count);
    } else {
        of_action(&into->action, thought, move);
        into->table.count = 0;
        memcpy(sum, base, sizeof sum);
    }
    add_inputs(net, sum, into->action.index, into->action.value, into->action.count);
    finish(net, sum, &pass);
    return into->value = pass.value;
}

/* For the tests: every move's value from the seat on turn, before tanh. */
int weigh_all(const Net *net, const Table *table, int32_t *moves, float *worth) {
    static Candidate candidate;
    static Inputs inputs;
    Thought thought;
    float base[WIDTH];
    int found = legal(table, moves);
    think(&thought, table);
    of_table(&inputs, &thought);
    start_sum(net, base);
    add_inputs(net, base, inputs.index, inputs.value, inputs.count);
    for (int i = 0; i < found; i++) worth[i] = weigh(net, &thought, moves[i], &candidate, base);
    return found;
}

/* For the tests: both parts of the inputs of a move. */
void inputs_of(const Table *table, int move, Inputs *first, Inputs *second) {
    Thought thought;
    think(&thought, table);
    if (is_ten(move)) {
        of_ten(first, second, &thought, move);
    } else {
        of_table(first, &thought);
        of_action(second, &thought, move);
    }
}

static void keep(const Inputs *inputs) {
    memcpy(indices + filled, inputs->index, inputs->count * sizeof *indices);
    memcpy(values + filled, inputs->value, inputs->count * sizeof *values);
    filled += inputs->count;
}

static void record(const Inputs *table, const Candidate *chosen) {
    Sample *sample = &samples[taken++];
    sample->index = indices + filled;
    sample->value = values + filled;
    keep(chosen->table.count ? &chosen->table : table);
    keep(&chosen->action);
    sample->count = indices + filled - sample->index;
    sample->target = tanhf(chosen->value); /* until the game is over */
}

/* A real decision: the move, and a sample of it. */
static int decide(Trainer *trainer, double exploration, const Table *table, const int32_t *moves, int found) {
    static Candidate both[2];
    static Inputs inputs;
    Thought thought;
    float base[WIDTH];
    Candidate *best = &both[0], *next = &both[1];
    int chosen = moves[0], first = 0, last = found;
    think(&thought, table);
    of_table(&inputs, &thought);
    start_sum(&trainer->net, base);
    add_inputs(&trainer->net, base, inputs.index, inputs.value, inputs.count);
    if (part(trainer->random) < exploration) last = 1 + (first = below(trainer->random, found));
    for (int i = first; i < last; i++) {
        weigh(&trainer->net, &thought, moves[i], next, base);
        if (i == first || next->value > best->value) {
            Candidate *better = next;
            next = best;
            best = better;
            chosen = moves[i];
        }
    }
    record(&inputs, best);
    return chosen;
}

static int next_move(Trainer *trainer, double exploration, const Table *table, int8_t *team) {
    int32_t moves[MOST_MOVES];
    int found = legal(table, moves);
    if (found == 1 || moves[0] >= FLIP) return moves[0]; /* face-down cards are all alike */
    for (int i = 0; i < found; i++)
        if (wins(table, moves[i])) return moves[i];
    team[taken] = table->turn & 1;
    return decide(trainer, exploration, table, moves, found);
}

/* From the last decision to the first: what each should have been worth to who made it. */
static void look_back(const Table *table, const int8_t *team, int from, double lambda) {
    double result = table->winner == NOBODY ? 0 : table->winner & 1 ? -1 : 1;
    for (int i = taken - 1; i >= from; i--) {
        double sign = team[i] ? -1 : 1, value = samples[i].target * sign;
        samples[i].target = result * sign;
        result = (1 - lambda) * value + lambda * result;
    }
}

static int play_game(Trainer *trainer, const Recipe *recipe, int8_t *team) {
    Table table;
    int from = taken;
    open_table(trainer, recipe, &table);
    while (table.phase != OVER && taken < MOST_SAMPLES) {
        apply(&table, next_move(trainer, recipe->exploration, &table, team));
        if (table.phase == REDEAL_DUE) deal_again(trainer, &table);
    }
    look_back(&table, team, from, recipe->lambda);
    trainer->games++;
    return table.winner != NOBODY && (table.winner & 1) == 0;
}

static void mix(uint64_t *random) {
    for (int i = 0; i < taken; i++) {
        int place = below(random, i + 1);
        order[i] = order[place];
        order[place] = i;
    }
}

/* One batch of games, and one look at each of its decisions. */
void batch(Trainer *trainer, const Recipe *recipe, Report *report) {
    static int8_t team[MOST_SAMPLES];
    int64_t before = trainer->games;
    double squares = 0, done = (double)trainer->decisions / recipe->planned, wins = 0;
    double rate = recipe->rate + (recipe->last_rate - recipe->rate) * (done < 1 ? done : 1);
    if (!indices) indices = malloc(ROOM * sizeof *indices), values = malloc(ROOM * sizeof *values);
    taken = filled = 0;
    while (taken < recipe->batch) wins += play_game(trainer, recipe, team);
    mix(trainer->random);
    for (int i = 0; i < taken; i += recipe->step) {
        int count = taken - i < recipe->step ? taken - i : recipe->step;
        squares += learn(trainer, samples, order + i, count, rate);
    }
    trainer->decisions += taken;
    report->error = squares / taken;
    report->length = (double)taken / (trainer->games - before);
    report->first_wins = wins / (trainer->games - before);
}
