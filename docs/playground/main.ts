import { type IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { html, render, type TemplateResult } from "lit-html";
import { Editor } from "./editor.ts";
import { promptIndexOf } from "./prompt-index.ts";
import { samples } from "./samples.ts";
import { nothingYet, Session, type View } from "./session.ts";
import { changesOf } from "./state-changes.ts";
import { renderExchanges } from "./views/exchanges.ts";
import { renderOutput } from "./views/output.ts";
import { type PromptChoice, renderPrompt } from "./views/prompt-index.ts";
import { renderState } from "./views/state.ts";
import { renderTabs } from "./views/tabs.ts";

interface Model extends View {
  readonly sample: string;
  readonly tab: "exchanges" | "state" | "prompt";
  readonly prompt: PromptChoice;
  readonly entries: readonly IndexEntry[];
}

let model: Model = {
  ...nothingYet,
  sample: "",
  tab: "exchanges",
  prompt: { brainId: "brain_operations", format: "markdown", maxTokens: 400 },
  entries: [],
};

const main = document.querySelector("main") ?? document.body;
main.replaceChildren();
update({});
const session = new Session(update);
const editor = new Editor({ parent: main.querySelector("#editor") ?? main, globals: completedGlobals(), onRun: run });
beginWith(location.hash.slice(1));
globalThis.addEventListener("hashchange", () => beginWith(location.hash.slice(1)));

function update(change: Partial<Model>): void {
  const before = model;
  model = { ...model, ...change };
  render(page(), main);
  if (model.state !== before.state || model.prompt.brainId !== before.prompt.brainId) void readPromptIndex();
}

async function readPromptIndex(): Promise<void> {
  const { state, prompt } = model;
  if (!state) return;
  const entries = await promptIndexOf(state, prompt.brainId);
  if (state === model.state && prompt.brainId === model.prompt.brainId) update({ entries });
}

function run(): void {
  session.run(editor.code);
}

function beginWith(id: string): void {
  const sample = samples.find((other) => other.id === id) ?? samples[0];
  if (!sample) return;
  editor.code = sample.code;
  update({ sample: sample.id });
}

function page(): TemplateResult {
  return html`
    <section class="program" aria-label="Program">
      <form
        class="controls"
        @submit=${(event: Event) => {
          event.preventDefault();
          run();
        }}
      >
        <label>
          Begin with
          <select
            .value=${model.sample}
            @change=${(event: Event & { readonly target: HTMLSelectElement }) => {
              location.hash = event.target.value;
            }}
          >
            ${samples.map(({ id, title }) => html`<option value=${id} ?selected=${id === model.sample}>${title}</option>`)}
          </select>
        </label>
        ${
          model.running
            ? html`<button type="button" class="primary" @click=${() => session.stop()}>Stop</button>`
            : html`<button class="primary" title="Ctrl+Enter or ⌘+Enter">Run</button>`
        }
        <button type="button" @click=${() => session.reset()}>Reset the server</button>
      </form>
      <div id="editor"></div>
      ${renderOutput(model)}
    </section>
    <section class="results" aria-label="Results">
      ${renderTabs(resultTabs(), model.tab, (tab) => update({ tab }))}
    </section>
  `;
}

function resultTabs() {
  const { exchanges, state, stateBefore, prompt, entries } = model;
  const changes = state && stateBefore ? changesOf(stateBefore, state) : [];
  return [
    {
      id: "exchanges" as const,
      title: "Requests",
      note: `${exchanges.length}`,
      content: renderExchanges(exchanges),
    },
    {
      id: "state" as const,
      title: "State",
      note: changes.length === 0 ? "" : `${changes.length} changed`,
      content: state ? renderState(state, changes) : html``,
    },
    {
      id: "prompt" as const,
      title: "Prompt index",
      note: "",
      content: renderPrompt(state?.brains ?? [], entries, prompt, (choice) =>
        update({ prompt: { ...model.prompt, ...choice } }),
      ),
    },
  ];
}

/** A client and a server like those of the worker, for the editor to complete their members. */
function completedGlobals(): object {
  const server = createReferenceServer();
  const { baseUrl, apiKey } = server;
  return { kb: new KnowledgeBase({ baseUrl, apiKey, dangerouslyAllowBrowser: true }), server };
}
