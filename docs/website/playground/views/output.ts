import { html, nothing, type TemplateResult } from "lit-html";
import type { Line } from "../messages.ts";
import type { View } from "../session.ts";

/** Renders the output of the code. */
export function renderOutput({ lines, running }: View): TemplateResult {
  return html`
    <h2 id="output-title">Output</h2>
    <div class="output" role="log" aria-labelledby="output-title" tabindex="0">
      ${lines.map(renderLine)}
      ${running ? html`<p class="empty">Running…</p>` : lines.length === 0 ? html`<p class="empty">Nothing was printed.</p>` : ""}
    </div>
  `;
}

function renderLine({ level, text, line }: Line): TemplateResult {
  const isFailure = level === "error" && line !== undefined;
  return html`<pre class=${level} data-line=${line ?? nothing}>${isFailure ? `Line ${line}: ${text}` : text}</pre>`;
}
