import { mount } from "svelte";

import App from "./app/App.svelte";
import { settings } from "./state/settings.svelte";
import { chooseLanguage, locale } from "./strings";
import "./styles/theme.css";
import "./styles/page.css";

await chooseLanguage(settings.language);
document.documentElement.lang = locale();
const target = document.getElementById("app");
if (target !== null) mount(App, { target });
