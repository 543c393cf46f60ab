/** The engine this page talks to. */
import type { Engine } from "./engine";
import { httpEngine } from "./http-engine";

export const engine: Engine = httpEngine();
