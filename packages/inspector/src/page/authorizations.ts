import type { ClockControl, OAuthControl } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../components.ts";
import { formView } from "./forms.ts";
import { type Loaded, load, pageTimeMs } from "./live.ts";
import { button, formatDuration, formatTime } from "./parts.ts";
import { listRecords, nameOf } from "./records/kinds.ts";
import { call } from "./server.ts";
import { linkTo, perform, type State } from "./store.ts";

type Authorization = ReturnType<OAuthControl["pending"]>[number];
type Seen = Authorization & { readonly outcome?: string };

/** The authorizations that the page has seen, and what the user decided. The server lists only those that are pending. */
const seen = new Map<string, Seen>();

/** Returns the current time of a clock, which continues after it was read. */
export function timeOf({ value, atMs }: Loaded<ReturnType<ClockControl["status"]>>): string {
  const { at = "", frozen = true } = value ?? {};
  return frozen ? at : new Date(Date.parse(at) + pageTimeMs() - atMs).toISOString();
}

/** Renders the pending authorizations, and the last ones that have ended: without a chosen organization, those of the first hundred. */
export function authorizationsSection(state: State): TemplateResult {
  const all = listRecords("organizations").value?.slice(0, 100) ?? [];
  const ids = state.organizationId === null ? all.map(({ id }) => String(id)) : [state.organizationId];
  const pending = ids.flatMap((id) => load("oauth/pending", {}, id).value ?? []);
  const urls = new Set(pending.map(({ authorizationUrl }) => authorizationUrl));
  for (const each of pending) if (!seen.has(each.authorizationUrl)) seen.set(each.authorizationUrl, each);
  const ended = Array.from(seen.values())
    .filter(({ authorizationUrl, organizationId }) => !urls.has(authorizationUrl) && ids.includes(organizationId))
    .slice(-5);
  return html`<section class="section stack" aria-labelledby="oauth-title">
    <h2 id="oauth-title">OAuth authorizations</h2>
    ${pending.length > 0 ? nothing : html`<p class="hint">Nothing to approve. <a href=${linkTo("try", "oauth.start")}>Try oauth.start</a> to create an authorization.</p>`}
    ${pending.map((each) => pendingView(state, each))} ${ended.map((each) => html`<p>${heading(each, describeEnd(each))}</p>`)}
  </section>`;
}

function describeEnd({ outcome, organizationId, expiresAt }: Seen): string {
  const isExpired = timeOf(load("clock/status", {}, organizationId)) >= expiresAt;
  return outcome ?? (isExpired ? `Expired at ${formatTime(expiresAt)}` : "Decided elsewhere, or removed");
}

function heading({ organizationId, brainId }: Authorization, text: string): TemplateResult {
  const owner = { organizationId };
  return html`<strong>${dataText(nameOf("brains", owner, brainId), 80)}</strong> of ${dataText(nameOf("organizations", owner, organizationId), 80)}
    <span class="hint">${text}</span>`;
}

function pendingView(state: State, authorization: Authorization): TemplateResult {
  const { authorizationUrl, expiresAt, organizationId } = authorization;
  const now = timeOf(load("clock/status", {}, organizationId));
  const left = now === "" ? "" : `expires in ${formatDuration(Date.parse(expiresAt) - Date.parse(now))}`;
  const decide = (outcome: string) =>
    seen.set(authorizationUrl, { ...authorization, outcome: `${outcome} at ${formatTime(now)}` });
  const deny = () => call("oauth/deny", { authorizationUrl }, organizationId).then(() => decide("Denied"));
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
        decide("Approved");
        return call("oauth/confirm", { code, state: sent }, organizationId);
      },
      done: ({ teamName }) => `Approved: the installation ${teamName} was created.`,
      more: button("Deny", () => perform("The authorization was denied.", deny)),
    })}`;
}
