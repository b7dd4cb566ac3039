import { html, type TemplateResult } from "lit-html";
import type { View } from "../session.ts";

/** Renders the output of the code. */
export function renderOutput({ lines, running }: View): TemplateResult {
  return html`
    <h2 id="output-title">Output</h2>
    <div class="output" role="log" aria-labelledby="output-title" tabindex="0">
      ${lines.map(({ level, text }) => html`<pre class=${level}>${text}</pre>`)}
      ${running ? html`<p class="empty">Running…</p>` : lines.length === 0 ? html`<p class="empty">Nothing was printed.</p>` : ""}
    </div>
  `;
}
