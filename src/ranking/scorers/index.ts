/** The forms of idf, for other rooms. */

export { type IdfForm, idf } from "./salience.ts";
