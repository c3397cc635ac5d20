/** The entry point of the page. All its data comes from the server's routes. */

import { render } from "preact";
import { Page } from "./frame/page.tsx";

const container = document.getElementById("page");
if (container !== null) render(<Page />, container);
