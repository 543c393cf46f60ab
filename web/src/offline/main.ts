import { mount } from "svelte";

import "../app.css";
import App from "../App.svelte";
import StatusBanner from "./StatusBanner.svelte";
import { engineWorker } from "./engine-in-use";
import { installation } from "./installation.svelte";

mount(App, { target: document.getElementById("app")! });
mount(StatusBanner, { target: document.getElementById("home")! });
// Paint the page before Python uses the processor, and load everything once before it is cached.
requestAnimationFrame(() => setTimeout(() => engineWorker.start()));
installation.start();
