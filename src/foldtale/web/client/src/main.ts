import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadIcons } from "./lib/icons.svelte";
import { language } from "./lib/settings.svelte";

document.documentElement.lang = language;
mount(App, { target: document.getElementById("app")! });
requestAnimationFrame(() => {
  import("./styles/letters.css").catch(() => {});
  loadIcons().catch(() => {});
});
