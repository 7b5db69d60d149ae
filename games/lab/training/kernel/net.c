#include <math.h>
#include <string.h>
#include "net.h"

static const float KEEP_MEAN = 0.9f, KEEP_SQUARE = 0.999f, TINY = 1e-16f;

enum { LANES = 8, BLOCK = 8 };
typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

static Net gradient;

void start_sum(const Net *net, float *sum) { memcpy(sum, net->first_bias, sizeof net->first_bias); }

/* As many units at a time as there are registers for: the sums are written once. */
void add_inputs(const Net *net, float *sum, const uint16_t *index, const float *value, int count) {
    for (int unit = 0; unit < WIDTH; unit += BLOCK * LANES) {
        Lanes sums[BLOCK];
        memcpy(sums, sum + unit, sizeof sums);
        for (int i = 0; i < count; i++) {
            const Lanes *row = (const Lanes *)(net->first[index[i]] + unit);
            for (int lane = 0; lane < BLOCK; lane++) sums[lane] += value[i] * row[lane];
        }
        memcpy(sum + unit, sums, sizeof sums);
    }
}

void finish(const Net *net, const float *sum, Pass *pass) {
    /* Even and odd units apart, so that no sum has to wait for the one before. */
    Lanes second[2 * SECOND / LANES] = {0};
    memcpy(second, net->second_bias, sizeof net->second_bias);
    for (int unit = 0; unit < WIDTH; unit++) pass->first[unit] = sum[unit] > 0 ? sum[unit] : 0;
    for (int unit = 0; unit < WIDTH; unit += 2) {
        const Lanes *row = (const Lanes *)net->second[unit];
        float even = pass->first[unit], odd = pass->first[unit + 1];
        for (int lane = 0; lane < SECOND / LANES; lane++) {
            second[lane] += even * row[lane];
            second[lane + SECOND / LANES] += odd * row[lane + SECOND / LANES];
        }
    }
    for (int lane = 0; lane < SECOND / LANES; lane++) second[lane] += second[lane + SECOND / LANES];
    memcpy(pass->second, second, sizeof pass->second);
    pass->value = net->last_bias;
    for (int unit = 0; unit < SECOND; unit++) {
        if (pass->second[unit] < 0) pass->second[unit] = 0;
        pass->value += pass->second[unit] * net->last[unit];
    }
}

static void back(const Net *net, const Pass *pass, const Sample *sample, float error) {
    float second[SECOND], first[WIDTH];
    gradient.last_bias += error;
    for (int unit = 0; unit < SECOND; unit++) {
        gradient.last[unit] += error * pass->second[unit];
        second[unit] = pass->second[unit] > 0 ? error * net->last[unit] : 0;
        gradient.second_bias[unit] += second[unit];
    }
    for (int unit = 0; unit < WIDTH; unit++) {
        float out = pass->first[unit], sum = 0;
        if (out > 0)
            for (int next = 0; next < SECOND; next++) {
                gradient.second[unit][next] += out * second[next];
                sum += second[next] * net->second[unit][next];
            }
        first[unit] = sum;
        gradient.first_bias[unit] += sum;
    }
    for (int i = 0; i < sample->count; i++) {
        float *row = gradient.first[sample->index[i]], factor = sample->value[i];
        for (int unit = 0; unit < WIDTH; unit++) row[unit] += factor * first[unit];
    }
}

/* Adam (Kingma and Ba, 2015). What keeps the root from nought stands under it: the compiler's quick
 * root of a number too small to be normal is no number. */
static void step(Trainer *trainer, int count, double rate) {
    float *weight = (float *)&trainer->net, *slope = (float *)&gradient;
    float *mean = (float *)&trainer->mean, *square = (float *)&trainer->square;
    double number = ++trainer->steps;
    float pace = rate * sqrt(1 - pow(KEEP_SQUARE, number)) / (1 - pow(KEEP_MEAN, number));
    float part = 1.0f / count;
    for (int i = 0; i < PARAMETERS; i++) {
        float each = slope[i] * part;
        mean[i] = KEEP_MEAN * mean[i] + (1 - KEEP_MEAN) * each;
        square[i] = KEEP_SQUARE * square[i] + (1 - KEEP_SQUARE) * each * each;
        weight[i] -= pace * mean[i] / sqrtf(square[i] + TINY);
        slope[i] = 0;
    }
}

/* One step towards the targets of these samples. Returns the sum of the squared errors. */
double learn(Trainer *trainer, const Sample *samples, const int32_t *order, int count, double rate) {
    double squares = 0;
    float sum[WIDTH];
    Pass pass;
    for (int i = 0; i < count; i++) {
        const Sample *sample = &samples[order[i]];
        start_sum(&trainer->net, sum);
        add_inputs(&trainer->net, sum, sample->index, sample->value, sample->count);
        finish(&trainer->net, sum, &pass);
        float error = tanhf(pass.value) - sample->target;
        squares += error * error;
        back(&trainer->net, &pass, sample, error);
    }
    step(trainer, count, rate);
    return squares;
}
