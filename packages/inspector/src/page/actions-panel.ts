import type { ClockControl, OAuthControl } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../components.ts";
import { faultsSection } from "./faults.ts";
import { formView } from "./forms.ts";
import { type Loaded, load, pageTimeMs } from "./live.ts";
import { button, formatDay, loadedView } from "./parts.ts";
import { listRecords, nameOf } from "./records/kinds.ts";
import { formButton } from "./records/record-views.ts";
import { call, send } from "./server.ts";
import { linkTo, perform, type State } from "./store.ts";

/** Renders what can be done with the whole server, or with the chosen organization. */
export function actionsPanel(state: State): TemplateResult {
  return html`<div class="panel sections">
    <div class="stack">
      <p class="hint">These actions affect ${dataText(scopeOf(state), 60)}. To change that, choose an organization above.</p>
      ${clockSection(state)} ${oauthSection(state)} ${stateSection(state)}
    </div>
    <div class="stack">${faultsSection(state)}</div>
  </div>`;
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
        </p>
        <div class="row">
          ${frozen ? act("Resume", "resume", "The clock continues.") : act("Freeze", "freeze", "The clock is frozen.")}
          ${Object.entries(steps).map(([title, milliseconds]) => act(`+ ${title}`, "advance", `Advanced the clock by ${title}.`, { milliseconds }))}
        </div>`,
    )}
    ${formView(state, {
      name: "set clock",
      label: "Set the clock",
      fields: [{ name: "at", title: "Set to (UTC)", type: "time", isRequired: true }],
      submit: "Set",
      done: "The clock was set.",
      run: (input) => call("clock/set", input, organizationId),
    })}
  </section>`;
}

/** Returns the current time of a clock, which continues after it was read. */
function timeOf({ value, atMs }: Loaded<ReturnType<ClockControl["status"]>>): string {
  const { at = "", frozen = true } = value ?? {};
  return frozen ? at : new Date(Date.parse(at) + pageTimeMs() - atMs).toISOString();
}

/** Renders the OAuth authorizations that wait for a decision: without a chosen organization, those of the first hundred. */
function oauthSection(state: State): TemplateResult {
  const all = listRecords("organizations").value?.slice(0, 100) ?? [];
  const ids = state.organizationId === null ? all.map(({ id }) => String(id)) : [state.organizationId];
  const pending = ids.flatMap((id) => load("oauth/pending", {}, id).value ?? []);
  const none = html`<p class="hint">Nothing to approve. <a href=${linkTo("try", "oauth.start")}>Try oauth.start</a> to create an authorization.</p>`;
  return html`<section class="section stack" aria-labelledby="oauth-title">
    <h2 id="oauth-title">OAuth authorizations</h2>
    ${pending.length === 0 ? none : pending.map((authorization) => authorizationView(state, authorization))}
  </section>`;
}

function authorizationView(
  state: State,
  { authorizationUrl, expiresAt, organizationId, brainId }: ReturnType<OAuthControl["pending"]>[number],
): TemplateResult {
  const owner = { organizationId };
  const deny = () => call("oauth/deny", { authorizationUrl }, organizationId);
  return html`<p>
      <strong>${dataText(nameOf("brains", owner, brainId), 80)}</strong> of ${dataText(nameOf("organizations", owner, organizationId), 80)}
      <span class="hint">expires at ${formatDay(expiresAt)} UTC</span>
    </p>
    ${formView(state, {
      name: `approve ${authorizationUrl}`,
      label: "Approve or deny the authorization",
      fields: [{ name: "teamName", title: "Name of the workspace", placeholder: "Workspace" }],
      submit: "Approve and confirm",
      done: "Approved: the installation was created.",
      run: async (input) => {
        const { code, state: sent } = await call("oauth/approve", { authorizationUrl, ...input }, organizationId);
        return call("oauth/confirm", { code, state: sent }, organizationId);
      },
      more: button("Deny", () => perform("The authorization was denied.", deny)),
    })}`;
}

type FileEvent = Event & { readonly target: HTMLInputElement };

/** Renders what can be done with all records: a snapshot, a restore, and a reset. */
function stateSection(state: State): TemplateResult {
  const { organizationId, form } = state;
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
    ${
      form === "reset"
        ? html`<p><strong>Reset ${dataText(scopeOf(state), 80)}?</strong> All changes since the start are lost.</p>
          ${formView(state, {
            name: "reset",
            label: "Confirm the reset",
            fields: [],
            submit: `Reset ${target}`,
            done: `Reset ${target}: done.`,
            run: () => send("server/reset", { organizationId }),
            isDangerous: true,
          })}`
        : nothing
    }
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
