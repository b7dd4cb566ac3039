import { html, type TemplateResult } from "lit-html";
import { dataText } from "../components.ts";
import { authorizationsSection, timeOf } from "./authorizations.ts";
import { faultsSection } from "./faults.ts";
import { confirmView, formButton, formView } from "./forms.ts";
import { load, perform } from "./live.ts";
import { button, formatDay, formatDuration, loadedView } from "./parts.ts";
import { nameOf } from "./records/kinds.ts";
import { call, send } from "./server.ts";
import type { State } from "./store.ts";

/** Renders what can be done with the whole server, or with the chosen organization. */
export function actionsPanel(state: State): TemplateResult {
  return html`<div class="panel sections">
    <div class="stack">
      <p class="hint">These actions affect ${dataText(scopeOf(state), 60)}. To change that, choose an organization above.</p>
      ${clockSection(state)} ${authorizationsSection(state)}
    </div>
    <div class="stack">${faultsSection(state)} ${stateSection(state)}</div>
  </div>`;
}

/** Returns how far a time is from that of this machine, on which the server usually is, too. */
function describeOffset(time: string): string {
  const offsetMs = Date.parse(time) - Date.now();
  if (Math.abs(offsetMs) < 1500) return "real time";
  return `${formatDuration(Math.abs(offsetMs))} ${offsetMs > 0 ? "ahead of" : "behind"} real time`;
}

async function resetClock(organizationId: string | null): Promise<void> {
  await call("clock/resume", {}, organizationId);
  await call("clock/set", { at: new Date().toISOString() }, organizationId);
}

function scopeOf({ organizationId }: State): string {
  return organizationId === null ? "the whole server" : nameOf("organizations", { organizationId }, organizationId);
}

const steps = { "10 seconds": 10_000, "1 minute": 60_000, "1 hour": 3_600_000, "1 day": 86_400_000 };

function clockSection(state: State): TemplateResult {
  const { organizationId } = state;
  const act = (title: string, path: "freeze" | "resume" | "advance", done: string, input = {}) =>
    button(title, () => perform(done, () => call(`clock/${path}`, input, organizationId)));
  const clock = load("clock/status", {}, organizationId);
  return html`<section class="section stack" aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    ${loadedView(
      clock,
      ({ frozen }) => html`<p>
          <strong>${formatDay(timeOf(clock))} UTC</strong> <span class="tag ${frozen ? "pinned" : "active"}">${frozen ? "frozen" : "running"}</span>
          <span class="hint">${describeOffset(timeOf(clock))}</span>
        </p>
        <div class="row">
          ${button("Back to real time", () => perform("The clock shows real time.", () => resetClock(organizationId)))}
          ${Object.entries(steps).map(([title, milliseconds]) => act(`+ ${title}`, "advance", `Advanced the clock by ${title}.`, { milliseconds }))}
          ${frozen ? act("Resume", "resume", "The clock continues.") : act("Freeze", "freeze", "The clock is frozen.")}
        </div>`,
    )}
    ${formView(state, {
      name: "set clock",
      label: "Set the clock",
      fields: [{ name: "at", title: "Set to (UTC)", type: "time", isRequired: true }],
      submit: "Set",
      run: (input) => call("clock/set", input, organizationId),
      done: (at) => `Set the clock to ${formatDay(at)} UTC.`,
    })}
  </section>`;
}

type FileEvent = Event & { readonly target: HTMLInputElement };

/** Renders what can be done with all records: a snapshot, a restore, and a reset. */
function stateSection(state: State): TemplateResult {
  const { organizationId } = state;
  const target = organizationId === null ? "the server" : "the organization";
  return html`<section class="section stack" aria-labelledby="state-title">
    <h2 id="state-title">State</h2>
    <p class="hint">A snapshot is a JSON file with all records and API keys. Restoring one replaces them.</p>
    <div class="row">
      ${button("Download a snapshot", () => download(organizationId))}
      <label class="button">
        Restore from a file
        <input class="unseen" type="file" accept="application/json,.json" @change=${(event: FileEvent) => restore(event, organizationId)} />
      </label>
      ${formButton(state, `Reset ${target}…`, "reset")}
    </div>
    ${confirmView(state, {
      name: "reset",
      label: "Confirm the reset",
      text: html`<strong>Reset ${dataText(scopeOf(state), 80)}?</strong> All changes since the start are lost.`,
      submit: `Reset ${target}`,
      done: `Reset ${scopeOf(state)}.`,
      run: () => send("server/reset", { organizationId }),
    })}
  </section>`;
}

function download(organizationId: string | null): Promise<unknown> {
  return perform("The snapshot was downloaded.", async () => {
    const response = await send("server/snapshot", { organizationId });
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = `${organizationId?.replace(/[^\w-]/g, "_") ?? "knowledge-base"}.json`;
    link.click();
    URL.revokeObjectURL(url);
  });
}

async function restore({ target }: FileEvent, organizationId: string | null): Promise<void> {
  const [file] = target.files ?? [];
  if (!file) return;
  await perform("The records were restored.", () => send("server/restore", { organizationId, body: file }));
  target.value = "";
}
