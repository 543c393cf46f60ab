/** The engine this page talks to. */
import type { Engine } from "./engine";
import { createHttpEngine } from "./http-engine";

export const engine: Engine = createHttpEngine();
