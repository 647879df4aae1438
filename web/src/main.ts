import "./net/early";
import "./look/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { watchPresses } from "./ui/presses";

watchPresses();
const target = document.getElementById("page");
if (target) mount(App, { target });
