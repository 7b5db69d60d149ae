/* The network: sparse inputs, two layers of rectified units, one value; and its optimiser. */

#ifndef NET_H
#define NET_H

#include "bruno.h"

typedef struct {
    float first[INPUTS][WIDTH], first_bias[WIDTH];
    float second[WIDTH][SECOND], second_bias[SECOND];
    float last[SECOND], last_bias;
} Net;

enum { PARAMETERS = sizeof(Net) / sizeof(float) };

/* What one position makes of the layers; kept for the way back. */
typedef struct {
    float first[WIDTH], second[SECOND], value; /* the value before tanh */
} Pass;

/* One position of a batch: where its inputs stand, and what it should have been worth. */
typedef struct {
    const uint16_t *index;
    const float *value;
    int32_t count;
    float target;
} Sample;

typedef struct {
    uint64_t random[4];
    int64_t decisions, games, steps;
    Net net, mean, square;
} Trainer;

void start_sum(const Net *net, float *sum);
void add_inputs(const Net *net, float *sum, const uint16_t *index, const float *value, int count);
void finish(const Net *net, const float *sum, Pass *pass);
double learn(Trainer *trainer, const Sample *samples, const int32_t *order, int count, double rate);

#endif
