import type { ClockControl, OAuthControl } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../components.ts";
import { formView } from "./forms.ts";
import { type Loaded, load, pageTimeMs, perform } from "./live.ts";
import { button, formatDuration, formatTime } from "./parts.ts";
import { listRecords, nameOf } from "./records/kinds.ts";
import { call } from "./server.ts";
import { linkTo, type State } from "./store.ts";

type Authorization = ReturnType<OAuthControl["list"]>[number];

/** Returns the current time of a clock, which continues after it was read. */
export function timeOf({ value, atMs }: Loaded<ReturnType<ClockControl["status"]>>): string {
  const { at = "", frozen = true } = value ?? {};
  return frozen ? at : new Date(Date.parse(at) + pageTimeMs() - atMs).toISOString();
}

/** Renders the authorizations, the last ones of those that have ended: without a chosen organization, those of the first hundred. */
export function authorizationsSection(state: State): TemplateResult {
  const all = listRecords("organizations").value?.slice(0, 100) ?? [];
  const ids = state.organizationId === null ? all.map(({ id }) => String(id)) : [state.organizationId];
  const known = ids.flatMap((id) => {
    const now = timeOf(load("clock/status", {}, id));
    return (load("oauth/list", {}, id).value ?? []).map((each) => ({ ...each, organizationId: id, now }));
  });
  const isPending = ({ status, expiresAt, now }: Authorization & { readonly now: string }) =>
    status === "started" && now < expiresAt;
  const pending = known.filter(isPending);
  const ended = known.filter((each) => !isPending(each)).slice(-5);
  return html`<section class="section stack" aria-labelledby="oauth-title">
    <h2 id="oauth-title">OAuth authorizations</h2>
    ${pending.length > 0 ? nothing : html`<p class="hint">Nothing to approve. <a href=${linkTo("try", "oauth.start")}>Try oauth.start</a> to create an authorization.</p>`}
    ${pending.map((each) => pendingView(state, each, each.now))} ${ended.map((each) => html`<p>${heading(each, describeEnd(each))}</p>`)}
  </section>`;
}

function describeEnd({ status, expiresAt }: Authorization): string {
  return status === "started" ? `expired at ${formatTime(expiresAt)}` : status;
}

function heading({ organizationId = "", brainId }: Authorization, text: string): TemplateResult {
  const owner = { organizationId };
  return html`<strong>${dataText(nameOf("brains", owner, brainId), 80)}</strong> of ${dataText(nameOf("organizations", owner, organizationId), 80)}
    <span class="hint">${text}</span>`;
}

function pendingView(state: State, authorization: Authorization, now: string): TemplateResult {
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
        const { code, state: sent } = await call("oauth/approve", { authorizationUrl, ...input }, organizationId);
        return call("oauth/confirm", { code, state: sent }, organizationId);
      },
      done: ({ teamName }) => `Approved: the installation ${teamName} was created.`,
      more: button("Deny", () =>
        perform("The authorization was denied.", () => call("oauth/deny", { authorizationUrl }, organizationId)),
      ),
    })}`;
}
