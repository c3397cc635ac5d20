/** The plain backend: simple TypeScript, on any platform. */

export { plainBackend } from "./backend.ts";
