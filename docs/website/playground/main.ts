import { type IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import { type Brain, createReferenceServer } from "@knowledge-base/server";
import { html, render, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { confirmReplacement } from "./confirm-replacement.ts";
import { deleteDraft, keepDraft, readDraft } from "./draft.ts";
import { Editor } from "./editor.ts";
import { findProgram, type OpenedProgram } from "./opened-program.ts";
import { encodeProgram } from "./program-link.ts";
import { readPromptIndex } from "./prompt-index.ts";
import { emptyView, Session, type View } from "./session.ts";
import { type Controls, renderControls, renderHints } from "./views/controls.ts";
import { renderExchanges } from "./views/exchanges.ts";
import { renderOutput } from "./views/output.ts";
import { type PromptChoice, renderPrompt } from "./views/prompt-index.ts";
import { renderState } from "./views/state.ts";
import { renderTabs } from "./views/tabs.ts";

interface Model extends View {
  readonly opened: OpenedProgram;
  /** Whether the reader changed the opened program. */
  readonly isChanged: boolean;
  /** Result of the last action, or the reason why it failed. */
  readonly message: string;
  readonly tab: "exchanges" | "state" | "prompt";
  readonly prompt: PromptChoice;
  readonly entries: readonly IndexEntry[];
}

let model: Model = {
  ...emptyView,
  opened: findProgram(""),
  isChanged: false,
  message: "",
  tab: "exchanges",
  prompt: { brainId: "brain_operations", format: "markdown", maxTokens: 400 },
  entries: [],
};

const controls: Controls = {
  run,
  stop: () => session.stop(),
  reset: () => session.reset(),
  choose: (sample) => {
    location.hash = sample;
  },
  share: () => void share(),
  discard: () => void discardChanges(),
};

const main = document.querySelector("main") ?? document.body;
main.replaceChildren();
update({});
const session = new Session(update);
const editor = new Editor({
  parent: main.querySelector("#editor") ?? main,
  globals: completedGlobals(),
  onRun: run,
  onChange: keepCode,
});
await start();
globalThis.addEventListener("hashchange", () => void open(location.hash.slice(1)));

/** Opens the program of the URL, or the code that was kept if it has another one. */
async function start(): Promise<void> {
  const draft = readDraft();
  if (!draft) {
    show(findProgramOrExplain(location.hash.slice(1)) ?? findProgram(""));
    return;
  }
  show(findProgramOrExplain(draft.fragment) ?? findProgram(""), draft.code);
  if (location.hash.length > 1) await open(location.hash.slice(1));
}

/** Opens the program of a fragment on a new server, unless the reader keeps the changed code. */
async function open(fragment: string): Promise<void> {
  const next = findProgramOrExplain(fragment);
  const isKept = !next || (next.fragment !== model.opened.fragment && model.isChanged && !(await confirmReplacement()));
  if (isKept) setAddress(model.opened.fragment);
  else if (next.fragment !== model.opened.fragment) {
    session.reset();
    show(next);
  }
  update({});
}

function show(opened: OpenedProgram, code = opened.code): void {
  update({ opened });
  editor.code = code;
  if (code === opened.code) deleteDraft();
}

function findProgramOrExplain(fragment: string): OpenedProgram | undefined {
  try {
    update({ message: "" });
    return findProgram(fragment);
  } catch (error) {
    update({ message: messageOf(error) });
    return undefined;
  }
}

function keepCode(): void {
  const { opened } = model;
  const { code } = editor;
  const isChanged = code !== opened.code;
  let { message } = model;
  if (!isChanged) deleteDraft();
  else if (keepDraft({ fragment: opened.fragment, code })) message = "";
  else message = "The browser does not keep this code: reloading loses it.";
  if (isChanged !== model.isChanged || message !== model.message) update({ isChanged, message });
}

async function discardChanges(): Promise<void> {
  if (!(await confirmReplacement())) return;
  show(model.opened);
  update({ message: "" });
}

/** Copies a link to the current code, and shows it as the address of the page. */
async function share(): Promise<void> {
  let message = "The link to this code is copied.";
  try {
    const { code } = editor;
    const fragment = encodeProgram(code, model.opened.given);
    setAddress(fragment);
    show(findProgram(fragment));
    await navigator.clipboard.writeText(location.href);
  } catch (error) {
    const isDenied = error instanceof DOMException;
    message = isDenied ? "The address of this page is now the link to this code. Copy it." : messageOf(error);
  }
  update({ message });
}

function setAddress(fragment: string): void {
  history.replaceState(null, "", `#${fragment}`);
}

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

function page(): TemplateResult {
  return html`
    <section class="program" aria-label="Program">
      ${renderControls(model, controls)} ${renderHints(model)}
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
