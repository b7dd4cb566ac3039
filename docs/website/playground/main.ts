import { html, nothing, render, type TemplateResult } from "lit-html";
import type { PlaygroundProgram } from "../src/pages/programs.json.ts";
import { Editor } from "./editor.ts";
import { renderExchanges } from "./exchanges.ts";
import { emptyView, type Line, Session, type View } from "./session.ts";

const place = document.getElementById("playground") ?? document.body;
const programs: readonly PlaygroundProgram[] = await (await fetch(place.dataset["programs"] ?? "")).json();
let opened: PlaygroundProgram | undefined;

place.replaceChildren();
const session = new Session(show);
show(emptyView);
const editor = new Editor(place.querySelector("#editor") ?? place, run);
open();
globalThis.addEventListener("hashchange", open);

// Opens and runs the program that the address names. Undoing brings back what was there.
function open(): void {
  const name = location.hash.slice(1);
  opened = programs.find((program) => program.name === name) ?? programs[0];
  editor.code = opened?.code ?? "";
  run();
}

function run(): void {
  session.run(editor.code);
}

function show(view: View): void {
  render(page(view), place);
}

function page({ running, lines, exchanges }: View): TemplateResult {
  return html`
    <section aria-label="Program">
      <div class="controls">
        <button class="primary" title="Ctrl+Enter or ⌘+Enter" @click=${running ? () => session.stop() : run}>
          ${running ? "Stop" : "Run"}
        </button>
        <select
          aria-label="Program"
          @change=${({ target }: Event & { readonly target: HTMLSelectElement }) => (location.hash = target.value)}
        >
          ${programs.map((program) => html`<option value=${program.name} .selected=${program === opened}>${program.title}</option>`)}
        </select>
      </div>
      <div id="editor"></div>
    </section>
    <section aria-label="Results">
      <h2 id="output-title">Output</h2>
      <div class="output" role="log" aria-labelledby="output-title" tabindex="0">
        ${lines.map(renderLine)}
        ${running ? html`<p class="empty">Running…</p>` : lines.length === 0 ? html`<p class="empty">Nothing was printed.</p>` : ""}
      </div>
      <h2>Requests <small>${exchanges.length}</small></h2>
      ${renderExchanges(exchanges)}
    </section>
  `;
}

function renderLine({ level, text, line }: Line): TemplateResult {
  const isFailure = level === "error" && line !== undefined;
  return html`<pre class=${level} data-line=${line ?? nothing}>${isFailure ? `Line ${line}: ${text}` : text}</pre>`;
}
