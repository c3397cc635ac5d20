/** The WASM kernels of a transformer that only reads: quantised products, attention, normalisation. */

export { attention, attentionBytes } from "./attention";
export { layerNorm } from "./layer-norm";
export { linear } from "./linear";
export { quantisePanels, quantiseStrips } from "./quantise";
