/** Functions for the worker-pool tests to call. Plain JavaScript: a worker loads it unchanged. */

export const double = (number) => 2 * number;

export const addOne = (bytes) => {
  Atomics.add(new Int32Array(bytes.buffer), 0, 1);
};

export const fail = ({ code, message }) => {
  const error = new Error(message);
  error.name = "OddError";
  if (code !== undefined) throw Object.assign(error, { code });
  throw error;
};

export const wait = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(() => resolve(milliseconds), milliseconds);
  });

export const die = () => process.exit(7);
