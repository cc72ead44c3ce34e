import { mount } from "svelte";

import App from "./app/App.svelte";
import "./styles/theme.css";
import "./styles/page.css";

const target = document.getElementById("app");
if (target !== null) mount(App, { target });
