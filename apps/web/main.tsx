/** The page of the server: it is drawn here, and everything it shows comes from the server's routes. */

import { render } from "preact";
import { Page } from "./frame/page.tsx";

const place = document.getElementById("page");
if (place !== null) render(<Page />, place);
