import { html, type TemplateResult } from "lit-html";

/** More characters of a name or a title would hide everything else. */
const maxLength = 300;

/** Renders a text that comes from the data: it cannot reorder the text around it, and a long one is cut. */
export function dataText(text: string, length = maxLength): TemplateResult {
  return html`<bdi>${text.length <= length ? text : `${text.slice(0, length)}…`}</bdi>`;
}
