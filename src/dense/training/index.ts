/** Training an encoder of word vectors. */

export type { EncoderExamples } from "./encoder-examples.ts";
export { type EncoderSettings, TrainedEncoder, trainEncoder } from "./train-encoder.ts";
