import "./preload";
import "./look/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { accountName } from "./net/account-name.svelte";
import { afterPaint } from "./ui/after-paint";
import { guardClicks } from "./ui/click-guard";

guardClicks();
const target = document.getElementById("page");
if (target) mount(App, { target });
// Who is signed in has the same tables and progress everywhere.
if (accountName()) afterPaint(() => void import("./account/sync.svelte").then(({ startSync }) => startSync()));
// What works without a connection is kept once the page is there.
if (import.meta.env.PROD) addEventListener("load", () => afterPaint(() => void navigator.serviceWorker?.register("/service-worker.js").catch(() => null)));
