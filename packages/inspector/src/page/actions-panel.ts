import type { Authorization, ClockStatus } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../components.ts";
import { controlButton } from "./controls.ts";
import { faultsSection } from "./faults.ts";
import { actionButton, formView } from "./forms.ts";
import { type Loaded, liveQuery, perform } from "./live.ts";
import { button, formatDay, formatDuration, loadedView, sectionView } from "./parts.ts";
import { mainOrganization, nameOf } from "./records/record-kinds.ts";
import { linkTo } from "./routes.ts";
import { call, send } from "./server.ts";
import type { AppState } from "./store.ts";

/** Renders what can be done with the whole server, or with the chosen organization. */
export function actionsPanel(state: AppState): TemplateResult {
  return html`<div class="panel sections">
    <div class="stack">
      <p class="hint">These actions affect ${dataText(scopeOf(state), 60)}. To change that, choose an organization above.</p>
      ${clockSection(state.organizationId)} ${authorizationsSection(state)}
    </div>
    <div class="stack">${faultsSection(state)} ${stateSection(state.organizationId)}</div>
  </div>`;
}

// The server usually runs on this machine, too.
function describeOffset(time: string): string {
  const offsetMs = Date.parse(time) - Date.now();
  if (Math.abs(offsetMs) < 1500) return "real time";
  return `${formatDuration(Math.abs(offsetMs))} ${offsetMs > 0 ? "ahead of" : "behind"} real time`;
}

async function resetClock(organizationId: string | null): Promise<void> {
  await call("clock/resume", { organizationId });
  await call("clock/set", { organizationId, at: new Date() });
}

function scopeOf({ organizationId }: AppState): string {
  return organizationId === null ? "the whole server" : nameOf("organizations", { organizationId });
}

const steps = { "10 seconds": 10_000, "1 minute": 60_000, "1 hour": 3_600_000, "1 day": 86_400_000 };

function clockSection(organizationId: string | null): TemplateResult {
  const act = (title: string, path: "freeze" | "resume" | "advance", done: string, input = {}) =>
    actionButton(title, done, () => call(`clock/${path}`, { organizationId, ...input }));
  const clock = liveQuery("clock/status", { organizationId });
  const advance = ([title, milliseconds]: [string, number]) =>
    act(`+ ${title}`, "advance", `Advanced the clock by ${title}.`, { milliseconds });
  const showClock = ({ frozen }: ClockStatus) => html`<p>
      <strong>${formatDay(timeOf(clock))} UTC</strong>
      ${clockTag(frozen)}
      <span class="hint">${describeOffset(timeOf(clock))}</span>
    </p>
    <div class="row">
      ${actionButton("Back to real time", "The clock shows real time.", () => resetClock(organizationId))}
      ${Object.entries(steps).map(advance)}
      ${controlButton("clock/set", { organizationId })}
      ${frozen ? act("Resume", "resume", "The clock continues.") : act("Freeze", "freeze", "The clock is frozen.")}
    </div>`;
  return sectionView("Clock", loadedView(clock, showClock));
}

function clockTag(isFrozen: boolean): TemplateResult {
  if (isFrozen) return html`<span class="tag pinned">frozen</span>`;
  if (isServerFrozen()) return html`<span class="tag pinned">stopped with the server</span>`;
  return html`<span class="tag active">running</span>`;
}

function stateSection(organizationId: string | null): TemplateResult {
  const content = html`<p class="hint">A snapshot is a JSON file with all records and API keys. Restoring one replaces them.</p>
    <div class="row">
      ${actionButton("Download a snapshot", "The snapshot was downloaded.", () => download(organizationId))}
      ${button("Restore from a file", () => restore(organizationId))}
      ${controlButton("server/reset", { organizationId })}
    </div>`;
  return sectionView("State", content);
}

async function download(organizationId: string | null): Promise<void> {
  const response = await send("server/snapshot", { organizationId });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = `${organizationId?.replace(/[^\w-]/g, "_") ?? "knowledge-base"}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

function restore(organizationId: string | null): void {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: "application/json,.json" });
  input.addEventListener("change", () => {
    const [body = null] = input.files ?? [];
    void perform("The records were restored.", () => send("server/restore", { organizationId, body }));
  });
  input.click();
}

// Then the clocks of organizations are stopped, too.
function isServerFrozen(): boolean {
  return liveQuery("clock/status", { organizationId: null }).value?.frozen ?? false;
}

// A running clock has moved on since it was read.
function timeOf({ value, atMs }: Loaded<ClockStatus>): string {
  const { at = "", frozen = true } = value ?? {};
  return frozen || isServerFrozen() ? at : new Date(Date.parse(at) + performance.now() - atMs).toISOString();
}

function authorizationsSection(state: AppState): TemplateResult | typeof nothing {
  const organizationId = mainOrganization(state.organizationId);
  if (organizationId === undefined) return nothing;
  const now = timeOf(liveQuery("clock/status", { organizationId }));
  const { value = [] } = liveQuery("oauth/list", { organizationId, limit: 1000 });
  const all = value.map((each) => ({ ...each, organizationId }));
  const isPending = ({ status, expiresAt }: Authorization) => status === "started" && now < expiresAt;
  const pending = all.filter(isPending);
  const ended = all.filter((each) => !isPending(each)).slice(-5);
  const none = html`<p class="hint">
    Nothing to approve. <a href=${linkTo("try", "oauth.start")}>Try oauth.start</a> to create an authorization.
  </p>`;
  const shown = pending.length === 0 ? none : pending.map((each) => pendingView(state, each, now));
  const history = ended.map((each) => html`<p>${heading(each, describeEnd(each))}</p>`);
  const others = html`<p class="hint">To see another organization's authorizations, choose it above.</p>`;
  return sectionView("OAuth authorizations", [shown, history, state.organizationId === null ? others : nothing]);
}

function describeEnd({ status, expiresAt }: Authorization): string {
  return status === "started" ? `expired at ${formatDay(expiresAt)} UTC` : status;
}

function heading({ organizationId = "", brainId }: Authorization, text: string): TemplateResult {
  const ids = { organizationId, brainId };
  return html`<strong>${dataText(nameOf("brains", ids), 80)}</strong> of
    ${dataText(nameOf("organizations", ids), 80)}
    <span class="hint">${text}</span>`;
}

function pendingView(state: AppState, authorization: Authorization, now: string): TemplateResult {
  const { authorizationUrl, expiresAt, organizationId = "" } = authorization;
  const left = now === "" ? "" : `expires in ${formatDuration(Date.parse(expiresAt) - Date.parse(now))}`;
  return html`<p>
      ${heading(authorization, left)} · <a href=${authorizationUrl} target="_blank" rel="noreferrer">Authorization page</a>
    </p>
    ${formView(state, {
      name: `approve ${authorizationUrl}`,
      label: "Approve or deny the authorization",
      fields: [{ name: "teamName", title: "Name of the workspace", placeholder: "Workspace" }],
      submit: "Approve and confirm",
      run: async (input) => {
        const { code, state: sent } = await call("oauth/approve", { organizationId, authorizationUrl, ...input });
        return call("oauth/confirm", { organizationId, code, state: sent });
      },
      done: ({ teamName }) => `Approved: the installation ${teamName} was created.`,
      more: actionButton("Deny", "The authorization was denied.", () =>
        call("oauth/deny", { organizationId, authorizationUrl }),
      ),
    })}`;
}
