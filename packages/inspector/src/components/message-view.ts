import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "./data-text.ts";
import { jsonText } from "./json-text.ts";

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
export function messageView({ title, headers, body, isCut }: Message): TemplateResult {
  return html`<section class="message">
    <h3>${title}</h3>
    <details>
      <summary>${headers.length} ${headers.length === 1 ? "header" : "headers"}</summary>
      <dl class="headers">
        ${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${dataText(value, 2000)}</dd></div>`)}
      </dl>
    </details>
    ${isCut !== true && isInvalidJson(headers, body) ? html`<p class="problem">This is not valid JSON.</p>` : nothing}
    ${body === undefined ? html`<p class="hint">Its body is not complete yet.</p>` : body === "" ? html`<p class="hint">No body.</p>` : jsonText(body)}
    ${isCut ? html`<p class="hint">The journal has cut this body.</p>` : nothing}
  </section>`;
}

/** The body of a response may be cut, or changed by a gateway, although its status and its headers look as usual. */
function isInvalidJson(headers: Message["headers"], body: string | undefined): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (body === undefined || body === "" || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}
