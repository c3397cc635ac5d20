/** The WASM kernels of transformer inference: quantised products, attention, normalisation. */

export { attention, attentionBytes } from "./attention";
export { layerNorm } from "./layer-norm";
export { linear } from "./linear";
export { quantisePanels, quantiseStrips } from "./quantise";
