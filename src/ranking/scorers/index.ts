/** The forms of idf, exported for other modules. */

export { type IdfForm, idf } from "./salience.ts";
