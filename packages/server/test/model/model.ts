import type { Delivery, StoredPage } from "@knowledge-base/server";
import type { Input, OAuthStart, OperationId } from "@knowledge-base/types";
import { expect } from "vitest";
import type { MarkPageInput, PageAddress, PageContent } from "../../src/pages/changes.ts";
import {
  type Authorization,
  type CallScope,
  findBinding,
  findBrain,
  findInstallation,
  found,
  isWithin,
  type ModelState,
  type Rule,
  reject,
  timeMsOf,
  timeOf,
  type Workspace,
} from "./model-state.ts";

// The service as its specification describes it. Behavior that it leaves open is a choice of this project; a rule
// refers to it by its constant in `src/state/choices.ts`, or as a choice of `docs/specification-choices.md`.

/** Section 4: the operations of the service. */
export const serviceRules: { readonly [Id in OperationId]: Rule<Input<Id>> } = {
  // Section 4.1: omitted flags are left unchanged.
  "bindings.update": (model, { brainId, bindingId, ...flags }, scope) =>
    Object.assign(findBinding(model, brainId, bindingId, scope), flags),

  // Section 3: hidden until it is restored; content and version are kept. Choice archivedPage. A choice: archiving an
  // archived page changes nothing.
  "pages.archive": onPage(({ status }, updatedAt) => {
    if (status === "archived") return {};
    return { archived: true, status: "archived", statusBeforeArchive: status, updatedAt };
  }),

  // Section 4.3: the channels that the bot sees in the installation.
  "channels.list": (model, { brainId, installationId }, scope) => {
    findBrain(model, brainId, scope);
    findInstallation(model, installationId, scope);
    const channels = model.records.channels.filter((channel) => channel.installationId === installationId);
    return channels.map(({ installationId: _, ...channel }) => channel);
  },

  // Section 4.4. Section 3: deprecated and archived pages are hidden. Choice promptIndexLimit: 50, or from 1 to 500.
  "promptIndex.get": (model, { brainId, limit = 50 }, scope) => {
    if (limit < 1 || limit > 500) reject("bad_request");
    findBrain(model, brainId, scope);
    const pages = model.records.pages.filter((page) => page.brainId === brainId);
    const shown = pages.filter(({ status }) => status !== "archived" && status !== "deprecated");
    return shown.toSorted(byRank).slice(0, limit).map(indexEntry);
  },

  // Section 4.5: the state expires. Choice oauthStateLifetimeMs: after ten minutes.
  "oauth.start": (model, { brainId }, { output, ...scope }) => {
    const { organizationId } = findBrain(model, brainId, scope);
    const nowMs = timeMsOf(model, organizationId);
    // A choice: the expired ones of the brain are removed, oldest first.
    for (const [nonce, oldest] of model.authorizations) {
      if (oldest.brainId !== brainId || oldest.organizationId !== organizationId) continue;
      if (Date.parse(oldest.expiresAt) > nowMs) break;
      model.authorizations.delete(nonce);
    }
    const { authorizationUrl } = output as OAuthStart;
    const state = new URL(authorizationUrl).searchParams.get("state") ?? "";
    const { nonce } = JSON.parse(Buffer.from(state, "base64url").toString().replace(/\}.*/s, "}"));
    const expiresAt = new Date(nowMs + 10 * 60_000).toISOString();
    const started = { authorizationUrl, state, organizationId, brainId, nonce, expiresAt };
    model.started.push(started);
    model.authorizations.set(nonce, { ...started, status: "started" });
    return { authorizationUrl, expiresAt };
  },

  // Section 4.6: the installation and other bindings are unaffected.
  "bindings.unbind": (model, { brainId, bindingId }, scope) => {
    const binding = findBinding(model, brainId, bindingId, scope);
    model.records.bindings = model.records.bindings.filter((other) => other !== binding);
    return { disconnected: true };
  },
};

// Section 2.4. Section 8: 160 characters. A choice: those are UTF-16 code units, and a character that the cut would
// split is left out.
function indexEntry({ slug, title, summary, pageType, pinned, status }: StoredPage) {
  let shown = "";
  for (const character of summary) {
    if (shown.length + character.length > 160) break;
    shown += character;
  }
  return { slug, title, summary: shown, pageType, pinned, status };
}

// Section 4.4: pinned pages first. Choice promptIndexTier: active before stale and contested. A choice: then the newest
// lastReferencedAt, the newest updatedAt, and the slug.
function byRank(left: StoredPage, right: StoredPage): number {
  const [mine, others] = [rankOf(left), rankOf(right)];
  const index = mine.findIndex((value, place) => value !== others[place]);
  return index === -1 ? 0 : (mine[index] ?? 0) < (others[index] ?? 0) ? -1 : 1;
}
function rankOf({ pinned, status, lastReferencedAt, updatedAt, slug }: StoredPage) {
  const readMs = lastReferencedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastReferencedAt);
  return [Number(!pinned), Number(status !== "active"), -readMs, -Date.parse(updatedAt), slug];
}

/**
 * Sections 2.1 and 3: changes of pages besides archiving. A choice: every change of a page updates updatedAt,
 * unless it is a reading.
 */
export const pageRules = {
  get: onPage(() => ({})),
  // Section 2.1: reading a page bumps lastReferencedAt.
  read: onPage((_, lastReferencedAt) => ({ lastReferencedAt })),
  // Section 2.1: the version is bumped on every compile or edit, and backlinks are the slugs that the body refers to.
  edit: onPage(({ archived, version }, updatedAt, content: Content) => {
    if (archived) reject("conflict");
    if (Object.keys(content).length === 0) reject("invalid_input");
    return { ...content, ...linksOf(content), version: version + 1, updatedAt };
  }),
  compile: onPage(({ archived, version }, now, content: Content) => {
    if (archived) reject("conflict");
    return { ...content, ...linksOf(content), version: version + 1, updatedAt: now, lastCompiledAt: now };
  }),
  // Section 3: pinned pages are exempt from deprecation. A choice: so a deprecated page is not pinned either.
  pin: onPage(({ pinned, status, statusBeforeArchive }, updatedAt) => {
    if (pinned) return {};
    if (status === "deprecated" || statusBeforeArchive === "deprecated") reject("conflict");
    return { pinned: true, updatedAt };
  }),
  unpin: onPage(({ pinned }, updatedAt) => (pinned ? { pinned: false, updatedAt } : {})),
  deprecate: onPage(({ archived, pinned, status }, updatedAt) => {
    if (archived || pinned) reject("conflict");
    return status === "deprecated" ? {} : { status: "deprecated", updatedAt };
  }),
  mark: onPage((page, updatedAt, { status }: Pick<MarkPageInput, "status">) => {
    if (page.archived) reject("conflict");
    return page.status === status ? {} : { status, updatedAt };
  }),
  // Section 3: a restore brings the page back. A choice: with the status that it had.
  restore: onPage(({ archived, statusBeforeArchive: status }, updatedAt) => {
    return archived ? { archived: false, status, statusBeforeArchive: undefined, updatedAt } : {};
  }),
};

type Content = Pick<PageContent, "title" | "summary" | "body">;
type Changes = { readonly [Name in keyof StoredPage]?: StoredPage[Name] | undefined };

// A page keeps the fields that are not changed. Section 6: channels are notified of new knowledge. A choice: that is
// another title, summary or body.
function onPage<Input extends object>(
  changesOf: (page: StoredPage, now: string, input: Input) => Changes,
): Rule<PageAddress & Input> {
  return (model, { brainId, slug, ...input }, scope) => {
    const { organizationId } = findBrain(model, brainId, scope);
    const page = found(model.records.pages.find((one) => one.brainId === brainId && one.slug === slug));
    const changes = changesOf(page, timeOf(model, organizationId), input as unknown as Input);
    const isNew = (["title", "summary", "body"] as const).some((name) => (changes[name] ?? page[name]) !== page[name]);
    Object.assign(page, changes);
    if (isNew) notify(model, "change", brainId, [slug]);
    const { statusBeforeArchive: _, ...visible } = page;
    return visible;
  };
}

/** Section 2.1: wikilink slugs referenced by the body. */
export function linksOf({ body }: Content) {
  const links = Array.from(body?.matchAll(/\[\[([^\]]+)\]\]/g) ?? [], ([, slug = ""]) => slug);
  return body === undefined ? {} : { backlinks: [...new Set(links)] };
}

const flagOf = { brief: "notifyBriefs", connection: "notifyConnections", change: "notifyChanges" } as const;

/** Section 6: a binding delivers only while it is active, and only the kinds whose flags are on. */
export function notify(model: ModelState, kind: Delivery["kind"], brainId: string, slugs: readonly string[]) {
  const { organizationId } = found(model.records.brains.find(({ id }) => id === brainId));
  const at = timeOf(model, organizationId);
  const report = { delivered: [] as object[], skipped: [] as object[] };
  for (const { id: bindingId, installationId, channelId, ...binding } of model.records.bindings) {
    if (binding.brainId !== brainId) continue;
    const delivery = { kind, at, organizationId, brainId, slugs, bindingId, installationId, channelId };
    const isDelivered = binding.status === "active" && binding[flagOf[kind]];
    if (isDelivered) model.deliveries.push(delivery);
    if (isDelivered) report.delivered.push(expect.objectContaining(delivery));
    else report.skipped.push(expect.objectContaining({ bindingId }));
  }
  return report;
}

interface AuthorizationUrl {
  readonly authorizationUrl: string;
}

interface Callback {
  readonly code: string;
  readonly state: string;
}

/** Section 4.5: the rest of the flow. A choice: a state can be used once to approve or deny, and once to confirm. */
export const oauthRules = {
  approve: (model: ModelState, { authorizationUrl, ...workspace }: AuthorizationUrl & Workspace, scope: CallScope) => {
    const authorization = validAuthorization(model, (one) => one.authorizationUrl === authorizationUrl, scope);
    if (authorization.status !== "started") reject("oauth_used_state");
    const { callbackUrl, code } = scope.output as Callback & { readonly callbackUrl: string };
    Object.assign(authorization, { status: "approved", code, workspace });
    return { callbackUrl, code, state: authorization.state };
  },
  deny: (model: ModelState, { authorizationUrl }: AuthorizationUrl, scope: CallScope) => {
    const authorization = validAuthorization(model, (one) => one.authorizationUrl === authorizationUrl, scope);
    if (authorization.status !== "started") reject("oauth_used_state");
    authorization.status = "denied";
    const { callbackUrl } = scope.output as { readonly callbackUrl: string };
    return { callbackUrl, error: "access_denied", state: authorization.state };
  },
  confirm: (model: ModelState, { code, state }: Callback, scope: CallScope) => {
    const authorization = validAuthorization(model, (one) => one.state === state, scope);
    const { status, organizationId, workspace } = authorization;
    if (status === "started") reject("oauth_wrong_code");
    if (status !== "approved" || workspace === undefined) return reject("oauth_used_state");
    if (authorization.code !== code) reject("oauth_wrong_code");
    authorization.status = "confirmed";
    return install(model, organizationId, workspace, scope);
  },
};

function validAuthorization(
  model: ModelState,
  isMeant: (one: { readonly authorizationUrl: string; readonly state: string }) => boolean,
  { reach }: CallScope,
): Authorization {
  const { organizationId, brainId, nonce, expiresAt } = found(model.started.find(isMeant));
  if (!isWithin(reach, organizationId)) reject("oauth_invalid_state");
  found(model.records.brains.find((brain) => brain.id === brainId && brain.organizationId === organizationId));
  if (timeMsOf(model, organizationId) >= Date.parse(expiresAt)) reject("oauth_expired_state");
  // A choice: it is gone if the records were replaced.
  const authorization = found(model.authorizations.get(nonce));
  return authorization.brainId === brainId ? authorization : reject("not_found");
}

/** A choice: a workspace has one installation. Connecting it again updates the existing one. */
export function install(model: ModelState, organizationId: string, workspace: Workspace, { output }: CallScope) {
  const { installations, channels } = model.records;
  const { teamId, teamName } = workspace;
  const present = installations.find((one) => one.organizationId === organizationId && one.teamId === teamId);
  const { id } = (present ?? output) as { readonly id: string };
  const installation = { id, organizationId, teamId, teamName };
  if (present) Object.assign(present, installation);
  else installations.push(installation);
  for (const channel of workspace.channels) {
    const own = channels.find((one) => one.installationId === id && one.id === channel.id);
    if (own) Object.assign(own, channel);
    else channels.push({ ...channel, installationId: id });
  }
  return { ...installation };
}
