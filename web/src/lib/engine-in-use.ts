/** The engine that this page uses. The site build replaces this file. */
import type { Engine } from "./engine";
import { createHttpEngine } from "./http-engine";

export const engine: Engine = createHttpEngine();
