import { html, nothing, type TemplateResult } from "lit-html";

// Templates of requests and responses, which the playground of the site uses, too.

/** Renders a text that comes from the data: it cannot reorder the text around it, and a long one is cut. */
export function dataText(text: string, maxLength = 300): TemplateResult {
  return html`<bdi>${text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`}</bdi>`;
}

/**
 * Renders the status of a response.
 *
 * @param missing - shown if there is no response
 */
export function statusBadge(status: number | null | undefined, missing = "no response"): TemplateResult {
  if (status === null || status === undefined) return html`<span class="status lost">${missing}</span>`;
  const kind = status < 400 ? "good" : status < 500 ? "rejected" : "failed";
  return html`<span class="status ${kind}">${status}</span>`;
}

/**
 * Renders method, status and path of a request.
 *
 * @param missing - shown if there is no response
 */
export function exchangeHeading(
  method: string,
  path: string,
  status: number | null | undefined,
  missing?: string,
): TemplateResult {
  return html`<span class="method">${dataText(method)}</span>
    ${statusBadge(status, missing)}
    <span class="path">${dataText(path, 2000)}</span>`;
}

/** A request or a response. */
export interface Message {
  readonly title: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Undefined until it has arrived. */
  readonly body: string | undefined;
  /** Whether the end of the body is missing. */
  readonly isCut?: boolean;
}

/** Renders headers and body of a request or a response. */
export function messageView({ title, headers, body, isCut = false }: Message): TemplateResult {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  // A body may be cut, or changed by a gateway, although its status and its headers look as usual.
  const isInvalid = isJson && !isCut && body !== undefined && body !== "" && parse(body) === undefined;
  return html`<section class="message">
    <h3>${title}</h3>
    <details>
      <summary>${headers.length} ${headers.length === 1 ? "header" : "headers"}</summary>
      <dl class="headers">
        ${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${dataText(value, 2000)}</dd></div>`)}
      </dl>
    </details>
    ${isInvalid ? html`<p class="problem">This isn't valid JSON.</p>` : nothing}
    ${body === undefined ? html`<p class="hint">Waiting for the rest of the body…</p>` : body === "" ? html`<p class="hint">No body.</p>` : jsonText(body)}
    ${isCut ? html`<p class="hint">The journal keeps only the beginning of this body.</p>` : nothing}
  </section>`;
}

/** Longer texts are shown without colors, because each color is an element. */
const maxColored = 40_000;

/** More characters would make the page slow. */
const maxShown = 200_000;

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Renders a text: JSON with indentation and colors, anything else as it is. */
export function jsonText(text: string): TemplateResult {
  const json = parse(text);
  const indented = json === undefined ? text : JSON.stringify(json, null, 2);
  const rest = indented.length - maxShown;
  const shown = json === undefined || indented.length > maxColored ? indented.slice(0, maxShown) : color(indented);
  return html`<pre class="code" tabindex="0">${shown}</pre>
    ${rest > 0 ? html`<p class="hint">${rest.toLocaleString("en")} more characters aren't shown.</p>` : nothing}`;
}

/** Returns undefined for a text that is not JSON: a gateway may send HTML, and a fault half of a response. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
