/** Text that is safe to stand in an HTML document. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes HTML. What is put in is escaped, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const text = parts.reduce((written, part, index) => {
    const value = values[index - 1] ?? "";
    return written + (value instanceof Html ? value.text : escapeHtml(value)) + part;
  });
  return new Html(text);
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
