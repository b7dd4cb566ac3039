import { parseJson } from "@knowledge-base/internal/json";
import { cutText, sliceText } from "@knowledge-base/internal/texts";
import type { JournalEntry } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";

// Templates of requests and responses, which the playground of the site uses, too.

/** Renders a text that comes from the data: it can't reorder the text around it, and a long one is cut. */
export function dataText(text: string, maxLength = 300): TemplateResult {
  return html`<bdi>${cutText(text, maxLength)}</bdi>`;
}

/**
 * Renders the status of a response.
 *
 * @param missing - shown if there is no response
 */
export function statusBadge(status: number | null, missing = "no response"): TemplateResult {
  if (status === null) return html`<span class="status lost">${missing}</span>`;
  return html`<span class="status ${statusKind(status)}">${status}</span>`;
}

/** Returns how good a status is: no status is as bad as a 5xx. */
export function statusKind(status: number | null): "good" | "rejected" | "failed" {
  if (status === null || status >= 500) return "failed";
  return status < 400 ? "good" : "rejected";
}

/** Renders method, status and path of a request. */
export function exchangeHeading(method: string, path: string, status: number | null): TemplateResult {
  return html`<span class="method">${dataText(method)}</span>
    ${statusBadge(status)}
    <span class="path">${dataText(path, 2000)}</span>`;
}

/** Renders a request and its response. */
export function entryMessages(entry: JournalEntry): TemplateResult {
  const { headers, requestBody, responseHeaders, responseBody, truncatedFields } = entry;
  const toView = (title: string, values: object, body: string, field: "requestBody" | "responseBody") =>
    messageView({ title, headers: Object.entries(values), body, isCut: truncatedFields.includes(field) });
  return html`${toView("Request", headers, requestBody, "requestBody")}
    ${
      responseHeaders === null
        ? html`<p class="hint">No response was sent.</p>`
        : toView("Response", responseHeaders, responseBody ?? "", "responseBody")
    }`;
}

interface Message {
  readonly title: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  // Undefined until it has arrived.
  readonly body: string | undefined;
  // Whether the end of the body is missing.
  readonly isCut?: boolean;
}

export function messageView({ title, headers, body, isCut = false }: Message): TemplateResult {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  // A body may be cut, or changed by a gateway, although its status and its headers look as usual.
  const isInvalid = isJson && !isCut && body !== undefined && body !== "" && parseJson(body) === undefined;
  return html`<section class="message stack">
    <h3>${title}</h3>
    <details>
      <summary>${headers.length} ${headers.length === 1 ? "header" : "headers"}</summary>
      <dl class="headers">
        ${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${dataText(value, 2000)}</dd></div>`)}
      </dl>
    </details>
    ${isInvalid ? html`<p class="problem">Not valid JSON</p>` : nothing}
    ${isCut ? html`<p class="hint">Truncated: the journal keeps only the beginning of this body.</p>` : nothing}
    ${bodyView(body, isJson)}
  </section>`;
}

function bodyView(body: string | undefined, isJson: boolean): TemplateResult {
  if (body === undefined) return html`<p class="hint">Waiting for the rest of the body…</p>`;
  return body === "" ? html`<p class="hint">No body.</p>` : jsonText(body, isJson);
}

// Longer texts are shown without colors, because each color is an element.
const maxColored = 40_000;

// More characters would make the page slow.
const maxShown = 200_000;

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Renders a text: JSON with indentation and colors, anything else as it is.
 *
 * @param isJson - whether it is the beginning of JSON, even if the end is missing
 */
export function jsonText(text: string, isJson: boolean): TemplateResult {
  const isIndented = isJson && /^\s*[{[]/.test(text);
  const indented = isIndented ? indent(text) : text;
  if (!isIndented || indented.length > maxColored) return plainText(indented);
  return html`<pre class="code" tabindex="0">${color(indented)}</pre>`;
}

/** Renders a text as it is, and of a long one the beginning. */
export function plainText(text: string): TemplateResult {
  const shown = sliceText(text, maxShown);
  const rest = text.length - shown.length;
  return html`<pre class="code" tabindex="0" dir="auto">${shown}</pre>
    ${rest > 0 ? html`<p class="hint">${rest.toLocaleString("en")} more characters aren't shown.</p>` : nothing}`;
}

// A string, even without its end, or what stands between values.
const part = /"(?:[^"\\]|\\[\s\S])*"?|(?<!\s)\s*([{[]\s*[}\]]|[{}[\],:])\s*/g;

function indent(text: string): string {
  let depth = 0;
  return text.trim().replace(part, (found: string, mark: string | undefined) => {
    if (mark === undefined) return found;
    if (mark === ":") return ": ";
    if (mark.length > 1) return mark.replace(/\s/g, "");
    depth = Math.max(0, depth + (/[{[]/.test(mark) ? 1 : mark === "," ? 0 : -1));
    const line = `\n${"  ".repeat(Math.min(40, depth))}`;
    return /[}\]]/.test(mark) ? line + mark : mark + line;
  });
}

function color(text: string): (TemplateResult | string)[] {
  const parts: (TemplateResult | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon = ""] = match;
    const kind = string === undefined ? "literal" : colon === "" ? "string" : "name";
    parts.push(text.slice(end, match.index), html`<span class="json-${kind}">${string ?? whole}</span>${colon}`);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
