import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { PlaygroundProgram } from "../src/pages/programs.json.ts";
import { Editor } from "./editor.ts";
import { renderExchanges } from "./exchanges.ts";
import { decodeProgram, encodeProgram } from "./program-link.ts";
import { emptyView, type Line, Session, type View } from "./session.ts";

const place = document.getElementById("playground") ?? document.body;
const programs: readonly PlaygroundProgram[] = await (await fetch(place.dataset["programs"] ?? "")).json();
let view: View = emptyView;
// Result of the last action, or what the reader has to know about the program.
let message = "";
// The program of the site in the editor; undefined for one from a link.
let opened: PlaygroundProgram | undefined;

place.replaceChildren();
const session = new Session((next) => update(() => (view = next)));
update(() => {});
const editor = new Editor(place.querySelector("#editor") ?? place, completed(), run);
open();
globalThis.addEventListener("hashchange", open);

// Opens the program that the address has or names. One of the site runs at once. Undoing brings back what was there.
function open(): void {
  const fragment = location.hash.slice(1);
  session.clear();
  try {
    const code = decodeProgram(fragment);
    opened = code === undefined ? (programs.find(({ name }) => name === fragment) ?? programs[0]) : undefined;
    editor.code = code ?? opened?.code ?? "";
    update(() => (message = opened ? "" : "This program is from a link. Read it before you run it."));
    if (opened) run();
  } catch (error) {
    update(() => (message = (error as Error).message));
  }
}

function run(): void {
  session.run(editor.code);
}

async function share(): Promise<void> {
  try {
    history.replaceState(null, "", `#${encodeProgram(editor.code)}`);
    // There is no clipboard if the page is from another machine and plain http.
    const isCopied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    const result = isCopied ? "is copied." : "is now the address of this page. Copy it.";
    update(() => (message = `The link to this program ${result}`));
  } catch (error) {
    update(() => (message = (error as Error).message));
  }
}

function update(change: () => void): void {
  change();
  render(page(), place);
}

function page(): TemplateResult {
  const { running, lines, exchanges } = view;
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
          <option value="" hidden .selected=${!opened}>From a link</option>
          ${programs.map((program) => html`<option value=${program.name} .selected=${program === opened}>${program.title}</option>`)}
        </select>
        <button @click=${share}>Share</button>
      </div>
      <p class="notice" role="status">${message}</p>
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

// Values as programs have them, so that the editor can complete their members.
function completed(): object {
  const server = createReferenceServer();
  return { kb: new KnowledgeBase({ ...server.connection, dangerouslyAllowBrowser: true }), server };
}
