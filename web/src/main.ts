import "./preload";
import "./look/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { guardClicks } from "./ui/click-guard";

guardClicks();
const target = document.getElementById("page");
if (target) mount(App, { target });
