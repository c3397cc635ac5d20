/*
 * C with OpenBLAS as a contestant of the training benchmark: Termwise's own
 * algorithm (each distinct word embedded, normalised and projected once, no
 * padding, kernels computed twice rather than kept, Adam on the rows of the
 * batch), written as straight loops that gcc vectorises. It marks how far a
 * step is from what the machine can do.
 *
 * Told "train N" or "rerank N" on standard input, answers each with one line
 * of JSON. Arguments: folder, model (knrm or convKnrm), threads.
 */
#include <cblas.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DIMENSIONS = 300, FILTERS = 128, LONGEST = 3, KERNELS = 11, MOST_TOKENS = 4096 };
static const float RATE = 0.001f, BETA1 = 0.9f, BETA2 = 0.999f, EPSILON = 1e-8f;
static const float SMALLEST_NORM = 1e-13f, SMALLEST_COUNT = 1e-10f, FEATURE_SCALE = 0.01f;

static void *allocate(size_t bytes) { return aligned_alloc(64, (bytes + 127) / 64 * 64); }
static float *floats(size_t count) { return memset(allocate(4 * count), 0, 4 * count); }
static int *ints(size_t count) { return memset(allocate(4 * count), 0, 4 * count); }

static void *read_file(const char *folder, const char *name, size_t *bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) { fprintf(stderr, "cannot read %s\n", path); exit(2); }
  fseek(file, 0, SEEK_END);
  *bytes = ftell(file);
  rewind(file);
  void *data = allocate(*bytes);
  if (fread(data, 1, *bytes, file) != *bytes) exit(2);
  fclose(file);
  return data;
}

/* A variable with its moments. */
typedef struct { float *value, *first, *second; size_t count; } Variable;

static Variable variable(const char *folder, const char *name) {
  Variable v;
  size_t bytes;
  char file[64];
  snprintf(file, sizeof file, "%s.f32", name);
  v.value = read_file(folder, file, &bytes);
  v.count = bytes / 4;
  v.first = floats(v.count);
  v.second = floats(v.count);
  return v;
}

/* Tokens of queries or of documents, as places among the distinct words; and where each word occurs. */
typedef struct { int tokens, *token, *offset, *pair_of, *where, *element; } Side;
typedef struct { int pairs, words, cells, *word, *first; Side side[2]; } Batch;

static int vocabulary, is_conv, *seen_in, *place_of, stamp;

static void take(Batch *batch, Side *side, int pair, const int *text) {
  for (int i = 1; i <= text[0]; i++) {
    const int id = text[i];
    if (seen_in[id] != stamp) {
      seen_in[id] = stamp;
      place_of[id] = batch->words;
      batch->word[batch->words++] = id;
    }
    side->pair_of[side->tokens] = pair;
    side->token[side->tokens++] = place_of[id];
  }
  side->offset[pair + 1] = side->tokens;
}

static int rows_of(const Side *side, int pair) { return side->offset[pair + 1] - side->offset[pair]; }

/* texts[0] are queries, texts[1] documents; each text is its length and its ids. */
static Batch make_batch(int pairs, const int **texts[2]) {
  Batch batch = {.pairs = pairs};
  int total = 0;
  stamp++;
  for (int s = 0; s < 2; s++) {
    Side *side = &batch.side[s];
    int tokens = 0;
    for (int p = 0; p < pairs; p++) tokens += texts[s][p][0];
    total += tokens;
    side->token = ints(tokens);
    side->pair_of = ints(tokens);
    side->element = ints(tokens);
    side->offset = ints(pairs + 1);
  }
  batch.word = ints(total);
  batch.first = ints(pairs + 1);
  for (int p = 0; p < pairs; p++) {
    for (int s = 0; s < 2; s++) take(&batch, &batch.side[s], p, texts[s][p]);
    batch.first[p + 1] = batch.first[p] + rows_of(&batch.side[0], p) * rows_of(&batch.side[1], p);
  }
  batch.cells = batch.first[pairs];
  for (int s = 0; s < 2; s++) {
    Side *side = &batch.side[s];
    side->where = ints(batch.words + 2);
    for (int t = 0; t < side->tokens; t++) side->where[side->token[t] + 2]++;
    for (int w = 0; w < batch.words; w++) side->where[w + 2] += side->where[w + 1];
    for (int t = 0; t < side->tokens; t++) side->element[side->where[side->token[t] + 1]++] = t;
  }
  return batch;
}

static void free_batch(Batch *batch) {
  for (int s = 0; s < 2; s++) {
    Side *side = &batch->side[s];
    free(side->token), free(side->pair_of), free(side->element), free(side->offset), free(side->where);
  }
  free(batch->word), free(batch->first);
}

/* Unit rows of x, row i taken from index[i] if there is an index. */
static void unit_rows(const float *x, const int *index, int rows, int width, float *out) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++) {
    const float *row = x + (size_t)(index ? index[i] : i) * width;
    float squares = 0;
    for (int j = 0; j < width; j++) squares += row[j] * row[j];
    const float scale = 1 / (sqrtf(squares) + SMALLEST_NORM);
    for (int j = 0; j < width; j++) out[(size_t)i * width + j] = row[j] * scale;
  }
}

/* From the gradient of unit rows to that of the rows, in place. */
static void unit_rows_gradient(const float *x, const int *index, int rows, int width, float *slope) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++) {
    const float *row = x + (size_t)(index ? index[i] : i) * width;
    float *g = slope + (size_t)i * width;
    float squares = 0, along = 0;
    for (int j = 0; j < width; j++) squares += row[j] * row[j], along += row[j] * g[j];
    const float norm = sqrtf(squares), length = norm + SMALLEST_NORM;
    const float tilt = norm == 0 ? 0 : along / norm / length / length;
    for (int j = 0; j < width; j++) g[j] = g[j] / length - row[j] * tilt;
  }
}

/* Cells of all pairs: dot products of left and right rows, picked by place among words or by token. */
static void pair_dot(const Batch *b, const float *left, const float *right, int width, int by_word, float *cells) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int p = 0; p < b->pairs; p++) {
    const int top = b->side[0].offset[p], start = b->side[1].offset[p];
    const int rows = rows_of(&b->side[0], p), columns = rows_of(&b->side[1], p);
    float *out = cells + b->first[p];
    for (int j = 0; j < columns; j++) {
      const float *d = right + (size_t)(by_word ? b->side[1].token[start + j] : start + j) * width;
      for (int i = 0; i < rows; i++) {
        const float *q = left + (size_t)(by_word ? b->side[0].token[top + i] : top + i) * width;
        float sum = 0;
        for (int e = 0; e < width; e++) sum += q[e] * d[e];
        out[i * columns + j] = sum;
      }
    }
  }
}

/* Adds to `target` the rows of the other side, weighted by the cells of one token of side s. */
static void mix_token(const Batch *b, int s, int token, const float *cells, const float *rows, int width,
                      int by_word, float *target) {
  const Side *own = &b->side[s], *other = &b->side[1 - s];
  const int p = own->pair_of[token], place = token - own->offset[p];
  const int start = other->offset[p], count = rows_of(other, p);
  const float *cell = cells + b->first[p] + (s == 0 ? place * count : place);
  const int stride = s == 0 ? 1 : rows_of(own, p);
  for (int t = 0; t < count; t++) {
    const float *row = rows + (size_t)(by_word ? other->token[start + t] : start + t) * width;
    const float weight = cell[(size_t)t * stride];
    for (int e = 0; e < width; e++) target[e] += weight * row[e];
  }
}

/* The kernels of a row of cells: one exact, ten in a ladder climbed from the middle. */
static void kernel_values(const float *x, int count, float values[KERNELS][MOST_TOKENS]) {
  enum { MIDDLE = 6 };
  const float climb = -0.2f / 0.01f, step = expf(-0.04f / 0.02f), shrink = step * step;
  float up[MOST_TOKENS], down[MOST_TOKENS];
  for (int c = 0; c < count; c++) {
    const float exact = x[c] - 1, away = x[c] + 0.1f;
    values[0][c] = expf(exact * exact * -500000.0f);
    values[MIDDLE][c] = expf(away * away * -50.0f);
    const float rise = expf(away * climb);
    up[c] = rise * step;
    down[c] = step / rise;
  }
  for (int k = MIDDLE + 1; k < KERNELS; k++) {
    for (int c = 0; c < count; c++) values[k][c] = values[k - 1][c] * up[c], up[c] *= shrink;
  }
  for (int k = MIDDLE - 1; k > 0; k--) {
    for (int c = 0; c < count; c++) values[k][c] = values[k + 1][c] * down[c], down[c] *= shrink;
  }
}

static float mean_of(int k) { return k == 0 ? 1.0f : (11 - 2 * k) / 10.0f; }
static float slope_of(int k) { return k == 0 ? -500000.0f : -50.0f; }

/* Soft counts of every query token, [tokens, kernels], and log features of every pair. */
static void pool(const Batch *b, const float *cells, float *counts, float *features, int stride) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int p = 0; p < b->pairs; p++) {
    static _Thread_local float values[KERNELS][MOST_TOKENS];
    const int columns = rows_of(&b->side[1], p);
    float *feature = features + (size_t)p * stride;
    memset(feature, 0, 4 * KERNELS);
    for (int i = 0; i < rows_of(&b->side[0], p); i++) {
      kernel_values(cells + b->first[p] + i * columns, columns, values);
      float *count = counts + (size_t)(b->side[0].offset[p] + i) * KERNELS;
      for (int k = 0; k < KERNELS; k++) {
        float sum = 0;
        for (int c = 0; c < columns; c++) sum += values[k][c];
        count[k] = sum;
        feature[k] += FEATURE_SCALE * logf(fmaxf(sum, SMALLEST_COUNT));
      }
    }
  }
}

/* Turns cells into their gradients, given that of every pair's features (score slope times weights). */
static void pool_gradient(const Batch *b, float *cells, const float *counts, const float *slope, const float *weights) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int p = 0; p < b->pairs; p++) {
    static _Thread_local float values[KERNELS][MOST_TOKENS];
    const int columns = rows_of(&b->side[1], p);
    for (int i = 0; i < rows_of(&b->side[0], p); i++) {
      float *x = cells + b->first[p] + i * columns, slopes[MOST_TOKENS] = {0};
      const float *count = counts + (size_t)(b->side[0].offset[p] + i) * KERNELS;
      kernel_values(x, columns, values);
      for (int k = 0; k < KERNELS; k++) {
        const float upstream = count[k] > SMALLEST_COUNT ? slope[p] * weights[k] * FEATURE_SCALE / count[k] : 0;
        const float rate = 2 * slope_of(k) * upstream, mean = mean_of(k);
        for (int c = 0; c < columns; c++) slopes[c] += rate * (x[c] - mean) * values[k][c];
      }
      memcpy(x, slopes, 4 * columns);
    }
  }
}

static void adam_row(Variable *v, size_t at, const float *g, int count, float length, float scale) {
  float *value = v->value + at, *m = v->first + at, *u = v->second + at;
  for (int j = 0; j < count; j++) {
    m[j] = BETA1 * m[j] + (1 - BETA1) * g[j];
    u[j] = BETA2 * u[j] + (1 - BETA2) * g[j] * g[j];
    value[j] -= length * m[j] / (scale * sqrtf(u[j]) + EPSILON);
  }
}

/* Adam on all of a variable, and on the rows of the batch alone. */
static void adam(Variable *v, const float *gradient, int step) {
  const float length = RATE / (1 - powf(BETA1, step)), scale = 1 / sqrtf(1 - powf(BETA2, step));
  adam_row(v, 0, gradient, (int)v->count, length, scale);
}

static void lazy_adam(Variable *v, const Batch *b, const float *gradient, int step) {
  const float length = RATE * sqrtf(1 - powf(BETA2, step)) / (1 - powf(BETA1, step));
#pragma omp parallel for
  for (int w = 0; w < b->words; w++) {
    adam_row(v, (size_t)b->word[w] * DIMENSIONS, gradient + (size_t)w * DIMENSIONS, DIMENSIONS, length, 1);
  }
}

static Variable embeddings, weights, filters[LONGEST], biases[LONGEST];

/* Everything that a step computes; buffers are kept from one step to the next. */
typedef struct { float *at; size_t count; } Buffer;

static float *room(Buffer *buffer, size_t count) {
  if (buffer->count < count) {
    free(buffer->at);
    buffer->at = allocate(4 * count * 5 / 4);
    buffer->count = count * 5 / 4;
  }
  return buffer->at;
}

static Buffer words_buffer, slopes_buffer, projected_buffer[LONGEST], grams_buffer[2][LONGEST],
    units_buffer[2][LONGEST], cells_buffer[9], counts_buffer[9], features_buffer, gram_slopes_buffer[2][LONGEST];

static int parts(void) { return is_conv ? LONGEST * LONGEST : 1; }

/* relu(Σ shifted projections + bias) of every token. */
static void compose(const Batch *b, int s, int h, const float *projected, float *out) {
  const Side *side = &b->side[s];
#pragma omp parallel for
  for (int t = 0; t < side->tokens; t++) {
    const int end = side->offset[side->pair_of[t] + 1];
    float *target = out + (size_t)t * FILTERS;
    memcpy(target, biases[h].value, 4 * FILTERS);
    for (int o = 0; o <= h && t + o < end; o++) {
      const float *row = projected + ((size_t)side->token[t + o] * (h + 1) + o) * FILTERS;
      for (int f = 0; f < FILTERS; f++) target[f] += row[f];
    }
    for (int f = 0; f < FILTERS; f++) target[f] = fmaxf(target[f], 0);
  }
}

/* Scores of all pairs; keeps what the gradients need. */
static void score(const Batch *b, float *scores) {
  float *rows = room(&words_buffer, (size_t)b->words * DIMENSIONS);
  float *features = room(&features_buffer, (size_t)b->pairs * KERNELS * parts());
  const int stride = KERNELS * parts();
  const float *unit[2][LONGEST] = {{rows}, {rows}};
  if (!is_conv) unit_rows(embeddings.value, b->word, b->words, DIMENSIONS, rows);
  else {
#pragma omp parallel for
    for (int w = 0; w < b->words; w++) {
      memcpy(rows + (size_t)w * DIMENSIONS, embeddings.value + (size_t)b->word[w] * DIMENSIONS, 4 * DIMENSIONS);
    }
    for (int h = 0; h < LONGEST; h++) {
      const int width = (h + 1) * FILTERS;
      float *projected = room(&projected_buffer[h], (size_t)b->words * width);
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, b->words, width, DIMENSIONS, 1, rows, DIMENSIONS,
                  filters[h].value, width, 0, projected, width);
      for (int s = 0; s < 2; s++) {
        const int tokens = b->side[s].tokens;
        float *grams = room(&grams_buffer[s][h], (size_t)tokens * FILTERS);
        float *units = room(&units_buffer[s][h], (size_t)tokens * FILTERS);
        compose(b, s, h, projected, grams);
        unit_rows(grams, NULL, tokens, FILTERS, units);
        unit[s][h] = units;
      }
    }
  }
  for (int part = 0; part < parts(); part++) {
    const int width = is_conv ? FILTERS : DIMENSIONS;
    float *cells = room(&cells_buffer[part], b->cells);
    float *counts = room(&counts_buffer[part], (size_t)b->side[0].tokens * KERNELS);
    pair_dot(b, unit[0][part / LONGEST], unit[1][part % LONGEST], width, !is_conv, cells);
    pool(b, cells, counts, features + part * KERNELS, stride);
  }
  cblas_sgemv(CblasRowMajor, CblasNoTrans, b->pairs, stride, 1, features, stride, weights.value, 1, 0, scores, 1);
}

/* The gradient of unit rows of words, from the cells' gradients. */
static void word_slopes(const Batch *b, const float *rows, const float *cells, float *out) {
#pragma omp parallel for schedule(dynamic, 16)
  for (int w = 0; w < b->words; w++) {
    float *target = out + (size_t)w * DIMENSIONS;
    memset(target, 0, 4 * DIMENSIONS);
    for (int s = 0; s < 2; s++) {
      for (int e = b->side[s].where[w]; e < b->side[s].where[w + 1]; e++) {
        mix_token(b, s, b->side[s].element[e], cells, rows, DIMENSIONS, 1, target);
      }
    }
  }
}

/* The gradient of one length's n-grams before the relu; adds its sum to the bias's gradient. */
static float *gram_slopes(const Batch *b, int s, int h, float *bias) {
  const Side *side = &b->side[s];
  float *out = room(&gram_slopes_buffer[s][h], (size_t)side->tokens * FILTERS);
#pragma omp parallel for schedule(dynamic, 64)
  for (int t = 0; t < side->tokens; t++) {
    float *target = out + (size_t)t * FILTERS;
    memset(target, 0, 4 * FILTERS);
    for (int other = 0; other < LONGEST; other++) {
      const int part = s == 0 ? h * LONGEST + other : other * LONGEST + h;
      mix_token(b, s, t, cells_buffer[part].at, units_buffer[1 - s][other].at, FILTERS, 0, target);
    }
  }
  const float *grams = grams_buffer[s][h].at;
  unit_rows_gradient(grams, NULL, side->tokens, FILTERS, out);
  for (int t = 0; t < side->tokens; t++) {
    for (int f = 0; f < FILTERS; f++) {
      const size_t at = (size_t)t * FILTERS + f;
      out[at] = grams[at] > 0 ? out[at] : 0;
      bias[f] += out[at];
    }
  }
  return out;
}

/* The gradient of one length's projections, written over the projections. */
static void projection_slopes(const Batch *b, int h, float *const slopes[2], float *out) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int w = 0; w < b->words; w++) {
    float *target = out + (size_t)w * (h + 1) * FILTERS;
    memset(target, 0, 4 * (h + 1) * FILTERS);
    for (int s = 0; s < 2; s++) {
      const Side *side = &b->side[s];
      for (int e = side->where[w]; e < side->where[w + 1]; e++) {
        const int token = side->element[e], start = side->offset[side->pair_of[token]];
        for (int o = 0; o <= h && token - o >= start; o++) {
          const float *row = slopes[s] + (size_t)(token - o) * FILTERS;
          for (int f = 0; f < FILTERS; f++) target[o * FILTERS + f] += row[f];
        }
      }
    }
  }
}

static int steps;

static float train(const Batch *b) {
  static float *scores, *slope;
  if (scores == NULL) scores = floats(4096), slope = floats(4096);
  score(b, scores);
  steps++;
  const int half = b->pairs / 2, stride = KERNELS * parts();
  float loss = 0;
  for (int i = 0; i < half; i++) {
    const float hinge = 1 - scores[i] + scores[half + i];
    loss += fmaxf(hinge, 0) / half;
    slope[i] = hinge > 0 ? -1.0f / half : 0;
    slope[half + i] = -slope[i];
  }
  float gradient[KERNELS * LONGEST * LONGEST];
  cblas_sgemv(CblasRowMajor, CblasTrans, b->pairs, stride, 1, features_buffer.at, stride, slope, 1, 0, gradient, 1);
  for (int part = 0; part < parts(); part++) {
    pool_gradient(b, cells_buffer[part].at, counts_buffer[part].at, slope, weights.value + part * KERNELS);
  }
  adam(&weights, gradient, steps);
  const float *rows = words_buffer.at;
  float *slopes = room(&slopes_buffer, (size_t)b->words * DIMENSIONS);
  if (!is_conv) {
    word_slopes(b, rows, cells_buffer[0].at, slopes);
    unit_rows_gradient(embeddings.value, b->word, b->words, DIMENSIONS, slopes);
  } else {
    static float *filter_slopes;
    if (filter_slopes == NULL) filter_slopes = floats(DIMENSIONS * LONGEST * FILTERS);
    for (int h = 0; h < LONGEST; h++) {
      const int width = (h + 1) * FILTERS;
      float bias[FILTERS] = {0}, *projected = projected_buffer[h].at;
      float *const both[2] = {gram_slopes(b, 0, h, bias), gram_slopes(b, 1, h, bias)};
      projection_slopes(b, h, both, projected);
      cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, DIMENSIONS, width, b->words, 1, rows, DIMENSIONS,
                  projected, width, 0, filter_slopes, width);
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, b->words, DIMENSIONS, width, 1, projected, width,
                  filters[h].value, width, h > 0, slopes, DIMENSIONS);
      adam(&filters[h], filter_slopes, steps);
      adam(&biases[h], bias, steps);
    }
  }
  lazy_adam(&embeddings, b, slopes, steps);
  return loss;
}

/* The workload: triples in a batch, batches, re-ranked documents; then texts, each with its length first. */
static int *workload, triples, batches, reranked;
static const int **texts;

static void read_workload(const char *folder) {
  size_t bytes;
  workload = read_file(folder, "workload.i32", &bytes);
  triples = workload[0], batches = workload[1], reranked = workload[2];
  texts = allocate(sizeof(int *) * (3 * (size_t)triples * batches + 1 + reranked));
  const int *at = workload + 3;
  for (int i = 0; at < workload + bytes / 4; i++) texts[i] = at, at += at[0] + 1;
}

static float train_on(int number) {
  const int **sides[2] = {allocate(sizeof(int *) * 2 * triples), allocate(sizeof(int *) * 2 * triples)};
  for (int i = 0; i < triples; i++) {
    const int **triple = texts + 3 * (triples * (number % batches) + i);
    sides[0][i] = sides[0][triples + i] = triple[0];
    sides[1][i] = triple[1];
    sides[1][triples + i] = triple[2];
  }
  Batch batch = make_batch(2 * triples, sides);
  const float loss = train(&batch);
  free_batch(&batch);
  free(sides[0]), free(sides[1]);
  return loss;
}

static void rerank(void) {
  static float *scores;
  if (scores == NULL) scores = floats(reranked);
  const int **first = texts + 3 * triples * batches;
  const int **sides[2] = {allocate(sizeof(int *) * reranked), first + 1};
  for (int i = 0; i < reranked; i++) sides[0][i] = first[0];
  Batch batch = make_batch(reranked, sides);
  score(&batch, scores);
  free_batch(&batch);
  free(sides[0]);
}

static double milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void print_list(const float *values, int count) {
  for (int i = 0; i < count; i++) printf("%s%.9g", i ? "," : "", values[i]);
}

int main(int count, char **given) {
  if (count < 4) return 2;
  const char *folder = given[1];
  is_conv = strcmp(given[2], "knrm") != 0;
  omp_set_num_threads(atoi(given[3]));
  openblas_set_num_threads(atoi(given[3]));
  embeddings = variable(folder, "embeddings");
  weights = variable(folder, "weights");
  for (int h = 0; is_conv && h < LONGEST; h++) {
    char name[64];
    snprintf(name, sizeof name, "convolution%d.weights", h + 1);
    filters[h] = variable(folder, name);
    snprintf(name, sizeof name, "convolution%d.bias", h + 1);
    biases[h] = variable(folder, name);
  }
  vocabulary = (int)(embeddings.count / DIMENSIONS);
  seen_in = ints(vocabulary), place_of = ints(vocabulary);
  read_workload(folder);
  char task[16];
  int times, done = 0;
  while (scanf("%15s %d", task, &times) == 2) {
    const int is_training = strcmp(task, "train") == 0;
    float *losses = floats(times), *spent = floats(times), *used = floats(times);
    for (int i = 0; i < times; i++) {
      const double start = milliseconds(CLOCK_MONOTONIC), before = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
      if (is_training) losses[i] = train_on(done++);
      else rerank();
      spent[i] = (float)(milliseconds(CLOCK_MONOTONIC) - start);
      used[i] = (float)(milliseconds(CLOCK_PROCESS_CPUTIME_ID) - before);
    }
    printf("{\"ms\":[");
    print_list(spent, times);
    printf("],\"cpu\":[");
    print_list(used, times);
    printf("],\"losses\":[");
    print_list(losses, is_training ? times : 0);
    printf("]}\n");
    fflush(stdout);
    free(losses), free(spent), free(used);
  }
  return 0;
}
