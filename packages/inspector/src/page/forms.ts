import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { ref } from "lit-html/directives/ref.js";
import { dataText } from "../components.ts";
import { FormError } from "./control-errors.ts";
import { perform } from "./live.ts";
import { type ButtonOptions, button, type Choices, failureView } from "./parts.ts";
import { type ControlPath, send } from "./server.ts";
import { type AppState, update } from "./store.ts";

export interface Field {
  readonly name: string;
  /** By default the name. */
  readonly title?: string | undefined;
  /** By default a line of text. */
  readonly type?: "text" | "password" | "number" | "datetime-local" | "area" | "body" | "json" | "flag" | "choice";
  /** The values of a choice with their titles, or values that a text suggests. */
  readonly values?: Choices | undefined;
  readonly initial?: unknown;
  readonly placeholder?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** Whether an empty field removes the value. */
  readonly isRemovable?: boolean | undefined;
}

interface Form<Output> {
  readonly name: string;
  // By default the name.
  readonly label?: string;
  readonly fields: readonly Field[];
  readonly submit: string;
  // By default there is no message.
  readonly done?: string | ((output: Output) => string);
  readonly text?: unknown;
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<Output>;
  readonly isDangerous?: boolean;
  readonly more?: unknown;
}

/** Renders a form. When it succeeds, a dialog around it closes. */
export function formView<Output>(state: AppState, form: Form<Output>): TemplateResult {
  const { name, label = name, fields, submit, done, text, run, isDangerous, more } = form;
  const failure = state.failure?.form === name ? state.failure : undefined;
  const key = [name, ...fields.map((field) => field.name)].join(" ");
  const submitted = async (event: SubmitEvent & { readonly target: HTMLFormElement }) => {
    event.preventDefault();
    const { target } = event;
    // A double click sends the form once.
    if (target.ariaBusy === "true") return;
    target.ariaBusy = "true";
    const output = await perform(done, () => run(readFields(target, fields)), name);
    target.ariaBusy = null;
    if (output !== undefined) target.closest("dialog")?.close();
  };
  return html`<form class="form" aria-label=${label} @submit=${submitted}>
    ${failure && html`<div class="wide">${failureView(dataText(failure.message, 1000))}</div>`}
    ${text === undefined ? nothing : html`<p class="wide">${text}</p>`}
    ${keyed(key, html`${fields.map((field) => fieldView(field, failure?.wrongFields.includes(field.name) ?? false))}`)}
    <div class="row">
      <button class="primary ${isDangerous ? "danger" : ""}">${submit}</button>
      ${more}
    </div>
  </form>`;
}

/** Renders a button that opens a form as a dialog. */
export function formButton<Output>(
  title: string,
  describeForm: () => Form<Output>,
  options?: ButtonOptions,
): TemplateResult {
  const more = html`<button form="cancel">Cancel</button>`;
  const dialog = (state: AppState) => {
    const form = describeForm();
    return html`<dialog class="stack" aria-label=${form.name} @close=${closed} ${ref(show)}>
      <h2>${dataText(form.name, 100)}</h2>
      ${formView(state, { more, ...form })}
      <form id="cancel" method="dialog" hidden></form>
    </dialog>`;
  };
  return button(title, () => update({ dialog, failure: undefined }), options);
}

const closed = () => update({ dialog: undefined, failure: undefined });

function show(dialog?: Element): void {
  queueMicrotask(() => dialog instanceof HTMLDialogElement && dialog.showModal());
}

/** Renders a button that executes something, and shows whether it succeeded. */
export function actionButton<Output>(
  title: string,
  done: string | ((output: Output) => string),
  task: () => Promise<Output>,
  options?: ButtonOptions,
): TemplateResult {
  return button(title, () => perform(done, task), options);
}

/** Renders a button that deletes the requests or deliveries of all organizations, if the user confirms it. */
export function deleteButton(
  what: "requests" | "deliveries",
  path: ControlPath,
  options?: ButtonOptions,
): TemplateResult {
  const form = {
    name: `Delete all ${what}?`,
    text: `The ${what} of all organizations are deleted. The server keeps no copy.`,
    fields: [],
    isDangerous: true,
    submit: `Delete all ${what}`,
    done: `Deleted all ${what}.`,
    run: () => send(path),
  };
  return formButton(`Delete ${what}…`, () => form, options);
}

const rowCounts: Readonly<Record<string, number>> = { area: 2, json: 2, body: 8 };

function fieldView(field: Field, isInvalid: boolean): TemplateResult {
  const { name, title = name, type = "text", values = [], initial, placeholder = "", isRequired = false } = field;
  if (type === "flag")
    return html`<label class="row switch"><input type="checkbox" name=${name} ?checked=${initial === true} /> ${title}</label>`;
  const invalid = isInvalid ? "true" : "false";
  const text = textOf(initial);
  const isCode = type === "json" || type === "body" || /(?:id|key|slug)$/i.test(name);
  const font = isCode ? "code-field" : "";
  const rows = rowCounts[type];
  const options = values.map(
    ([value, shown]) => html`<option value=${value} ?selected=${value === text}>${shown}</option>`,
  );
  if (type === "choice")
    return html`<label>${title} <select name=${name} aria-invalid=${invalid}>${options}</select></label>`;
  if (rows !== undefined)
    return html`<label class="wide">${title}
      <textarea name=${name} rows=${rows} dir="auto"
        class=${font} aria-invalid=${invalid} placeholder=${placeholder} ?required=${isRequired} .defaultValue=${text}></textarea>
    </label>`;
  return html`<label>${title}
    <input name=${name} type=${type} step=${type === "number" ? "any" : "1"}
      list=${values.length === 0 ? nothing : `values-${name}`} dir="auto" autocomplete="off" spellcheck="false"
      class=${font} aria-invalid=${invalid} placeholder=${placeholder} ?required=${isRequired} .defaultValue=${text} />
    ${values.length === 0 ? nothing : html`<datalist id="values-${name}">${options}</datalist>`}
  </label>`;
}

function textOf(initial: unknown): string {
  return typeof initial === "string" ? initial : "";
}

// A field that was empty and stays empty isn't sent.
function readFields(form: HTMLFormElement, fields: readonly Field[]): Record<string, unknown> {
  const texts = new FormData(form);
  const first = readFirstTexts(form);
  const read = (field: Field) => {
    const { name, type, initial, isRemovable } = field;
    const text = texts.get(name);
    if (type === "flag") return text !== null;
    if (typeof text !== "string" || text === "") return textOf(initial) === "" ? undefined : isRemovable ? null : "";
    if (type === "number") return Number(text);
    if (type === "json") return readJson(field, text);
    return initial !== undefined && text === first.get(name) ? initial : text;
  };
  return Object.fromEntries(fields.map((field) => [field.name, read(field)]));
}

// Returns the texts before the user has changed any: browsers change line breaks.
function readFirstTexts(form: HTMLFormElement): FormData {
  const copy = document.createElement("form");
  copy.append(...form.cloneNode(true).childNodes);
  copy.reset();
  return new FormData(copy);
}

function readJson({ name, title = name }: Field, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FormError(`Not valid JSON: ${title} must be like { "slug": "energy-per-crossing" }.`, [name]);
  }
}
