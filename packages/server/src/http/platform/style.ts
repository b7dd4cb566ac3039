import { Html } from "./html.ts";

/** The style sheet of all pages: light or dark as the browser is, and no wider than a phone. */
export const style = new Html(`
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; accent-color: #1d4ed8;
  --page: light-dark(#eef1f5, #14171c); --card: light-dark(#fff, #1f242c); --text: light-dark(#16191f, #e8ebf0);
  --soft: light-dark(#4b5563, #a7b0bd); --line: light-dark(#d6dae1, #3a424e); --field: light-dark(#6b7280, #8b95a3);
  --link: light-dark(#1d4ed8, #9cc2ff) }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text) }
main { width: min(30rem, 100%); padding: clamp(1.25rem, 6vw, 2.25rem); border: 1px solid var(--line); border-radius: .9rem;
  background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 8px 24px rgb(0 0 0 / .08); overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance }
p { margin: 0 0 1rem }
label { display: block; margin-top: 1.5rem; font-weight: 600 }
input { display: block; width: 100%; margin-top: .35rem; padding: .6rem .75rem; font: inherit; font-weight: 400; color: inherit;
  background: transparent; border: 1px solid var(--field); border-radius: .5rem }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
button { flex: 1 1 8rem; padding: .65rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer; border-radius: .5rem;
  border: 1px solid var(--field); background: transparent; color: inherit }
button:hover { border-color: var(--text) }
button.primary { background: #1d4ed8; border-color: #1d4ed8; color: #fff }
button.primary:hover { background: #1e40af; border-color: #1e40af }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
dt { font-weight: 600 }
dd { margin: .25rem 0 1rem; font: .875rem/1.5 ui-monospace, monospace }
footer { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft) }
footer p:last-child { margin: 0 }
code { font-family: ui-monospace, monospace }
p > bdi { font-weight: 600 }
footer bdi { font-weight: 400 }
@media (max-width: 30rem) { body { place-items: start stretch } }
`);
