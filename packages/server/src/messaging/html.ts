import { escapeXml } from "@knowledge-base/internal";
/** Text that can be inserted into an HTML document as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[];

/** Builds HTML. Inserted values are escaped unless they are {@link Html}. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1] ?? "") + part));
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  return typeof value === "string" ? escapeXml(value) : value.map(({ text }) => text).join("");
}
