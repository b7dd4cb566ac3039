/** Text that can be inserted into an HTML document as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Builds HTML. Inserted values are escaped unless they are {@link Html}. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1] ?? "") + part));
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  return typeof value === "string" ? escapeHtml(value) : value.map(({ text }) => text).join("");
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
