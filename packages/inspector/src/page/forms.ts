import { parseJson } from "@knowledge-base/internal/json";
import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { ref } from "lit-html/directives/ref.js";
import { dataText } from "../components.ts";
import { perform } from "./live.ts";
import { type ButtonOptions, button, type Choices, failureView } from "./parts.ts";
import { type AppState, update } from "./store.ts";

export interface Field {
  readonly name: string;
  /** By default the name. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Type of a field with one line, by default `text`. */
  readonly type?: "text" | "password" | "datetime-local";
  readonly placeholder?: string | undefined;
  /** The values that are allowed; by default any text. */
  readonly choices?: readonly string[] | undefined;
  readonly suggestions?: Choices | undefined;
  readonly initial?: unknown;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
  /** Whether the value is the JSON of the text, or the text itself if it isn't JSON: then the server says what is wrong with it. */
  readonly isJson?: boolean;
  /** Whether an empty field removes the value. */
  readonly isRemovable?: boolean;
}

interface Form<Output> {
  readonly name: string;
  // By default the name.
  readonly label?: string;
  readonly fields: readonly Field[];
  readonly submit: string;
  // By default there is no message.
  readonly done?: string | ((output: Output) => string);
  readonly text?: string;
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<Output>;
  readonly isDestructive?: boolean;
  readonly more?: unknown;
}

/** Renders a form. When it succeeds, a dialog around it closes. */
export function formView<Output>(state: AppState, form: Form<Output>): TemplateResult {
  const { name, label = name, fields, submit, done, text, run, isDestructive, more } = form;
  const failure = state.failure?.form === name ? state.failure : undefined;
  const submitted = async (event: SubmitEvent & { readonly target: HTMLFormElement }) => {
    event.preventDefault();
    const { target } = event;
    // A double click sends the form once.
    if (target.ariaBusy === "true") return;
    target.ariaBusy = "true";
    const isDone = await perform(done, () => run(readFields(target, fields)), name);
    target.ariaBusy = null;
    if (isDone) target.closest("dialog")?.close();
  };
  return html`<form class="form" aria-label=${label} @submit=${submitted} @input=${markChanged}>
    ${failure && html`<div class="wide">${failureView(dataText(failure.message, 1000))}</div>`}
    ${text === undefined ? nothing : html`<p class="wide hint">${text}</p>`}
    ${keyed(name, html`${fields.map((field) => fieldView(field, failure?.wrongFields.includes(field.name) ?? false))}`)}
    <div class="row wide">
      <button class="primary ${isDestructive ? "danger" : ""}">${submit}</button>
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

function fieldView(field: Field, isInvalid: boolean): TemplateResult {
  const { name, title = name, description = "", placeholder = "", choices, suggestions = [], initial } = field;
  const { isRequired = false, isLong = false, type = "text" } = field;
  const invalid = isInvalid ? "true" : "false";
  const text = textOf(initial);
  const font = field.isJson || isLong ? "code-field" : "";
  if (choices) {
    const values = isRequired || text !== "" ? choices : ["", ...choices];
    return html`<label title=${description}>${title}
      <select name=${name} aria-invalid=${invalid}>
        ${values.map((value) => html`<option ?selected=${value === text}>${value}</option>`)}
      </select>
    </label>`;
  }
  if (isLong) {
    return html`<label class="wide" title=${description}>${title}
      <textarea name=${name} rows="3" dir="auto" spellcheck="false"
        class=${font} aria-invalid=${invalid} placeholder=${placeholder} ?required=${isRequired} .defaultValue=${text}></textarea>
    </label>`;
  }
  return html`<label title=${description}>${title}
      <input name=${name} type=${type} step="1" list="values-${name}" dir="auto" autocomplete="off" spellcheck="false"
        class=${font} aria-invalid=${invalid} placeholder=${placeholder} ?required=${isRequired} .defaultValue=${text} />
    </label>
    <datalist id="values-${name}">
      ${suggestions.map(([value, shown]) => html`<option value=${value}>${shown}</option>`)}
    </datalist>`;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

// Browsers change line breaks, so the text of a field doesn't tell whether the user has changed it.
function markChanged({ target }: Event & { readonly target: HTMLElement }): void {
  target.toggleAttribute("data-changed", true);
}

// A field that was empty and stays empty isn't sent.
function readFields(form: HTMLFormElement, fields: readonly Field[]): Record<string, unknown> {
  const texts = new FormData(form);
  const read = ({ name, initial, isJson, isRemovable }: Field) => {
    const text = texts.get(name);
    const isChanged = form.querySelector(`[name="${name}"]`)?.hasAttribute("data-changed");
    if (!isChanged || typeof text !== "string") return initial;
    if (text === "") return textOf(initial) === "" ? undefined : isRemovable ? null : "";
    const value = isJson ? parseJson(text) : text;
    return value === undefined ? text : value;
  };
  return Object.fromEntries(fields.map((field) => [field.name, read(field)]));
}
