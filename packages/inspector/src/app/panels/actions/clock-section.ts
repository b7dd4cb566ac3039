import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { formatDay } from "../../core/format.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { readForm } from "../../core/read-form.ts";

const steps = [
  ["1 minute", 60_000],
  ["1 hour", 3_600_000],
  ["1 day", 86_400_000],
] as const;

/** Renders the clock, and what can be done with it. */
export function clockSection(app: App): TemplateResult {
  const { organizationId } = app.model;
  const call = (
    path: "clock/freeze" | "clock/resume" | "clock/set" | "clock/advance",
    done: string,
    input: object = {},
  ) => app.perform(done, () => app.controls.call(path, input, organizationId));
  const set = (event: SubmitEvent) => {
    const { at = "" } = readForm(event);
    void call("clock/set", "The clock was set.", { at: `${at}${at.length === 16 ? ":00" : ""}Z` });
  };
  const advance = (event: SubmitEvent) => {
    const { seconds } = readForm(event);
    void call("clock/advance", "The clock was advanced.", { milliseconds: Number(seconds) * 1000 });
  };
  return html`<section class="section" aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    ${loadedView(
      app.use("clock/status", {}, organizationId),
      ({ at, frozen }) => html`<p class="clock">
          ${frozen ? "" : html`<span class="hint">Read at</span>`}
          <span class="clock-time"><time datetime=${at}>${formatDay(at)}</time> UTC</span>
          <span class="tag ${frozen ? "pinned" : "active"}">${frozen ? "frozen" : "running"}</span>
        </p>
        <div class="buttons">
          ${
            frozen
              ? html`<button type="button" @click=${() => call("clock/resume", "The clock continues.")}>Resume</button>`
              : html`<button type="button" @click=${() => call("clock/freeze", "The clock is frozen.")}>Freeze</button>`
          }
          ${steps.map(
            ([title, milliseconds]) =>
              html`<button type="button" @click=${() => call("clock/advance", `The clock was advanced by ${title}.`, { milliseconds })}>+ ${title}</button>`,
          )}
          <button type="button" @click=${() => app.invalidate(organizationId, "clock")}>Read again</button>
        </div>`,
    )}
    <form class="inline-form" aria-label="Set the clock" @submit=${set}>
      <label>Set to (UTC) <input type="datetime-local" name="at" step="1" required /></label>
      <button>Set</button>
    </form>
    <form class="inline-form" aria-label="Advance the clock" @submit=${advance}>
      <label>Advance by seconds <input type="number" name="seconds" min="0" step="any" required /></label>
      <button>Advance</button>
    </form>
  </section>`;
}
