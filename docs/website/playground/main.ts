import { type IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import { type Brain, createReferenceServer } from "@knowledge-base/server";
import { html, nothing, render, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { Editor } from "./editor.ts";
import { readPromptIndex } from "./prompt-index.ts";
import { samples } from "./samples.ts";
import { emptyView, Session, type View } from "./session.ts";
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
  ...emptyView,
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
selectSample(location.hash.slice(1));
globalThis.addEventListener("hashchange", () => selectSample(location.hash.slice(1)));

function update(change: Partial<Model>): void {
  const before = model;
  model = { ...model, ...change };
  render(page(), main);
  if (model.state !== before.state || model.prompt.brainId !== before.prompt.brainId) void updatePromptIndex();
}

async function updatePromptIndex(): Promise<void> {
  const { state } = model;
  const brain = chosenBrain();
  const entries = state && brain ? await readPromptIndex(state, brain) : [];
  if (state === model.state && brain === chosenBrain()) update({ entries });
}

/** Returns the brain whose prompt index is shown: the first one if a run has removed the chosen one. */
function chosenBrain(): Brain | undefined {
  const { state, prompt } = model;
  return state?.brains.find(({ id }) => id === prompt.brainId) ?? state?.brains[0];
}

function run(): void {
  session.run(editor.code);
}

function selectSample(id: string): void {
  const sample = samples.find((other) => other.id === id) ?? samples[0];
  if (!sample) return;
  editor.code = sample.code;
  update({ sample: sample.id });
}

function page(): TemplateResult {
  return html`
    <section class="program" aria-label="Program">
      <div class="controls">
        <label>
          Begin with
          <select
            @change=${(event: Event & { readonly target: HTMLSelectElement }) => {
              location.hash = event.target.value;
            }}
          >
            ${samples.map(({ id, title }) => html`<option value=${id} .selected=${id === model.sample}>${title}</option>`)}
          </select>
        </label>
        <button
          class="primary"
          title=${model.running ? nothing : "Ctrl+Enter or ⌘+Enter"}
          @click=${model.running ? () => session.stop() : run}
        >
          ${model.running ? "Stop" : "Run"}
        </button>
        <button @click=${() => session.reset()}>Reset the server</button>
      </div>
      <div id="editor"></div>
      ${renderOutput(model)}
    </section>
    <section class="results" aria-label="Results">
      ${renderTabs(resultTabs(), model.tab, (tab) => update({ tab }))}
    </section>
  `;
}

function resultTabs() {
  const { exchanges, state, changes, prompt, entries } = model;
  const brain = chosenBrain();
  return [
    {
      id: "exchanges" as const,
      title: "Requests",
      note: `${exchanges.size}`,
      content: renderExchanges([...exchanges.values()]),
    },
    {
      id: "state" as const,
      title: "State",
      note: changes.length === 0 ? "" : `${changes.length} changed`,
      content: html`${guard([state, changes], () => state && renderState(state, changes))}`,
    },
    {
      id: "prompt" as const,
      title: "Prompt index",
      note: "",
      content: renderPrompt(state?.brains ?? [], entries, { ...prompt, brainId: brain?.id }, (choice) =>
        update({ prompt: { ...prompt, ...choice } }),
      ),
    },
  ];
}

/** Creates a client and a server like those of the worker, so that the editor can complete their members. */
function completedGlobals(): object {
  const server = createReferenceServer();
  const { baseUrl, apiKey } = server;
  return { kb: new KnowledgeBase({ baseUrl, apiKey, dangerouslyAllowBrowser: true }), server };
}
