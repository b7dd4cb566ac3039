import { html, type TemplateResult } from "lit-html";

/** Longer texts are shown without colors, because each color is an element. */
const maxColored = 40_000;

/** More characters would make the page slow. */
const maxShown = 200_000;

/** Renders a text: JSON with indentation and colors, anything else as it is. */
export function jsonText(text: string): TemplateResult {
  const indented = indent(text);
  const shown = indented.slice(0, maxShown);
  const rest = indented.length - shown.length;
  const isColored = indented !== text && indented.length <= maxColored;
  return html`<pre class="code" tabindex="0">${isColored ? color(shown) : shown}</pre>
    ${rest > 0 ? html`<p class="hint">${rest.toLocaleString("en")} more characters are not shown.</p>` : ""}`;
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // A gateway may send HTML, and a fault half of a response.
  }
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function color(text: string): (TemplateResult | string)[] {
  const parts: (TemplateResult | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon = ""] = match;
    parts.push(text.slice(end, match.index));
    const kind = string === undefined ? "literal" : colon === "" ? "string" : "name";
    parts.push(html`<span class="json-${kind}">${string ?? whole}</span>${colon}`);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
