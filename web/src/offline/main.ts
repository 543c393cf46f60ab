import { mount } from "svelte";

import "../app.css";
import App from "../App.svelte";
import Beside from "./Beside.svelte";
import { worked } from "./engine-in-use";
import { home } from "./home.svelte";

mount(App, { target: document.getElementById("app")! });
mount(Beside, { target: document.getElementById("home")! });
// The page is painted before Python takes the processor; and everything has come once before it is kept.
requestAnimationFrame(() => setTimeout(() => worked.start()));
home.begin();
