import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { dataText } from "../components.ts";
import { perform } from "./live.ts";
import { button, type Choices, failureView } from "./parts.ts";
import { send } from "./server.ts";
import { type AppState, getState, update } from "./store.ts";

export interface Field<Name extends string = string> {
  readonly name: Name;
  /** By default the name. */
  readonly title?: string | undefined;
  /** By default a line of text. */
  readonly type?: "text" | "id" | "number" | "time" | "area" | "body" | "json" | "flag" | "choice" | undefined;
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
  readonly label: string;
  readonly fields: readonly Field[];
  readonly submit: string;
  // By default there is no message.
  readonly done?: string | ((output: Output) => string);
  readonly text?: unknown;
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<Output>;
  readonly isDangerous?: boolean;
  readonly more?: unknown;
}

/** Renders a form. If a button has opened it, it closes when it succeeds. */
export function formView<Output>(state: AppState, form: Form<Output>): TemplateResult {
  const { name, label, fields, submit, done, text, run, isDangerous, more } = form;
  const message = state.failure?.form === name ? state.failure.message : undefined;
  // The server names the wrong fields only in the message.
  const words = new Set(message?.match(/\w+/g));
  const key = [name, ...fields.map((field) => field.name)].join(" ");
  const submitted = async (event: SubmitEvent & { readonly target: HTMLFormElement }) => {
    event.preventDefault();
    const output = await perform(done, () => run(readFields(event.target, fields)), name);
    if (output !== undefined && getState().form === name) update({ form: undefined });
  };
  return html`<form class="form" aria-label=${label} @submit=${submitted}>
    ${message === undefined ? nothing : html`<div class="wide">${failureView(dataText(message, 1000))}</div>`}
    ${text === undefined ? nothing : html`<p class="wide">${text}</p>`}
    ${keyed(key, html`${fields.map((field) => fieldView(field, words.has(field.name)))}`)}
    <div class="row">
      <button class="primary ${isDangerous ? "danger" : ""}">${submit}</button>
      ${state.form === name ? button("Cancel", () => update({ form: undefined, failure: undefined })) : nothing}
      ${more}
    </div>
  </form>`;
}

/** Renders a button that opens a form, or closes it. */
export function formButton(
  { form }: AppState,
  title: string,
  name: string,
  { isPrimary = false, isDisabled = false, label = title } = {},
): TemplateResult {
  const toggle = () => update({ form: form === name ? undefined : name, failure: undefined });
  return html`<button type="button" class=${isPrimary ? "primary" : nothing} ?disabled=${isDisabled}
    aria-label=${label === title ? nothing : label} aria-expanded=${form === name} @click=${toggle}>${title}</button>`;
}

/** Renders the form that asks before something is lost, if its button has opened it. */
export function confirmView<Output>(state: AppState, form: Omit<Form<Output>, "fields" | "isDangerous">): unknown {
  return state.form === form.name ? formView(state, { ...form, fields: [], isDangerous: true }) : nothing;
}

/** Renders the form that asks before the requests or deliveries of all organizations are deleted. */
export function deleteView(state: AppState, what: "requests" | "deliveries", path: string): unknown {
  return confirmView(state, {
    name: `delete ${what}`,
    label: `Confirm that ${what} are deleted`,
    text: html`<strong>Delete the ${what} of all organizations?</strong> The server keeps no copy.`,
    submit: `Delete all ${what}`,
    done: `Deleted all ${what}.`,
    run: () => send(path),
  });
}

function fieldView(field: Field, isInvalid: boolean): TemplateResult {
  const { name, title = name, type = "text", values = [], initial, placeholder = "", isRequired = false } = field;
  const invalid = isInvalid ? "true" : "false";
  const text = typeof initial === "string" || typeof initial === "number" ? `${initial}` : "";
  const font = type === "id" || type === "json" || type === "body" ? "code-field" : "";
  const options = values.map(
    ([value, shown]) => html`<option value=${value} ?selected=${value === text}>${shown}</option>`,
  );
  const [inputType, step] =
    type === "number" ? ["number", "any"] : type === "time" ? ["datetime-local", "1"] : ["text", nothing];
  switch (type) {
    case "flag":
      return html`<label class="row switch"><input type="checkbox" name=${name} ?checked=${initial === true} /> ${title}</label>`;
    case "choice":
      return html`<label>${title}
        <select name=${name} aria-invalid=${invalid}>${options}</select>
      </label>`;
    case "area":
    case "body":
    case "json":
      return html`<label class="wide">${title}
        <textarea name=${name} rows=${type === "body" ? 8 : 2} dir="auto"
          class=${font} aria-invalid=${invalid} placeholder=${placeholder} ?required=${isRequired} .defaultValue=${text}></textarea>
      </label>`;
    default:
      return html`<label>${title}
        <input name=${name} type=${inputType} step=${step}
          list=${values.length === 0 ? nothing : `values-${name}`} dir="auto" autocomplete="off" spellcheck="false"
          class=${font} aria-invalid=${invalid} placeholder=${placeholder} ?required=${isRequired} .defaultValue=${text} />
        ${values.length === 0 ? nothing : html`<datalist id="values-${name}">${options}</datalist>`}
      </label>`;
  }
}

/** Returns the fields of a form that aren't empty, as they were typed. */
export function readTexts(form: HTMLFormElement): Record<string, string> {
  const texts = Array.from(new FormData(form)) as [string, string][];
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

// A field that was empty and stays empty isn't sent.
function readFields(form: HTMLFormElement, fields: readonly Field[]): Record<string, unknown> {
  const texts = readTexts(form);
  return Object.fromEntries(
    fields.flatMap(({ name, title = name, type, initial, isRemovable }) => {
      const text = texts[name];
      if (type === "flag") return [[name, text !== undefined]];
      if (text === undefined)
        return initial === undefined || initial === null || initial === "" ? [] : [[name, isRemovable ? null : ""]];
      if (type === "number") return [[name, Number(text)]];
      if (type === "time") return [[name, `${text}${text.length === 16 ? ":00" : ""}Z`]];
      return [[name, type === "json" ? readJson(title, text) : text]];
    }),
  );
}

function readJson(title: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`Not valid JSON: ${title} must be like { "slug": "energy-per-crossing" }.`);
  }
}
