import { mount } from "svelte";

import "../app.css";
import App from "../App.svelte";
import StatusBanner from "./StatusBanner.svelte";
import { engineWorker } from "./engine-in-use";
import { installation } from "./installation.svelte";

mount(App, { target: document.getElementById("app")! });
mount(StatusBanner, { target: document.getElementById("home")! });
// The page is painted before Python takes the processor; and everything has come once before it is kept.
requestAnimationFrame(() => setTimeout(() => engineWorker.start()));
installation.start();
