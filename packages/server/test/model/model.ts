import type { Delivery, StoredPage } from "@knowledge-base/server";
import type { Input, OperationId } from "@knowledge-base/types";
import type { PageContent } from "../../src/control/page-content.ts";
import type { MarkPageInput, PageAddress } from "../../src/control/page-inputs.ts";
import {
  findBinding,
  findBrain,
  findInstallation,
  findPage,
  found,
  type ModelState,
  type Rule,
  reject,
  timeMsOf,
  timeOf,
} from "./model-state.ts";

// The service as its specification describes it. Behavior that it leaves open is a choice of this project; a rule
// refers to it by its constant in `src/choices.ts`, or as a choice of `docs/specification-choices.md`.

/** Section 4: the operations of the service. */
export const serviceRules: { readonly [Id in OperationId]: Rule<Input<Id>> } = {
  // Section 4.1: omitted flags are left unchanged.
  "bindings.update": (modelState, { brainId, bindingId, ...flags }, scope) =>
    Object.assign(findBinding(modelState, brainId, bindingId, scope), flags),

  // Section 3: hidden until it is restored; content and version are kept. Choice archivedPage. A choice: archiving an
  // archived page changes nothing.
  "pages.archive": onPage(({ status }, updatedAt) => {
    if (status === "archived") return {};
    return { archived: true, status: "archived", statusBeforeArchive: status, updatedAt };
  }),

  // Section 4.3: the channels that the bot sees in the installation.
  "channels.list": (modelState, { brainId, installationId }, scope) => {
    findBrain(modelState, brainId, scope);
    findInstallation(modelState, installationId, scope);
    const channels = modelState.records.channels.filter((channel) => channel.installationId === installationId);
    return channels.map(({ installationId: _, ...channel }) => channel);
  },

  // Section 4.4. Section 3: deprecated and archived pages are hidden. Choice promptIndexLimit: 50, or from 1 to 500.
  "promptIndex.get": (modelState, { brainId, limit = 50 }, scope) => {
    if (limit < 1 || limit > 500) reject("bad_request");
    findBrain(modelState, brainId, scope);
    const pages = modelState.records.pages.filter((page) => page.brainId === brainId);
    const shown = pages.filter(({ status }) => status !== "archived" && status !== "deprecated");
    return shown.toSorted(byRank).slice(0, limit).map(indexEntry);
  },

  // Section 4.5: the state expires. Choice oauthStateLifetimeMs: after ten minutes.
  "oauth.start": (modelState, { brainId }, scope) => {
    const { organizationId } = findBrain(modelState, brainId, scope);
    const nowMs = timeMsOf(modelState, organizationId);
    const state = { brainId, organizationId, expiresAt: new Date(nowMs + 10 * 60_000).toISOString() };
    const { authorizations, states } = modelState;
    // A choice: the expired ones of the brain are removed, oldest first.
    for (const [variable, oldest] of authorizations) {
      if (oldest.brainId !== brainId || oldest.organizationId !== organizationId) continue;
      if (Date.parse(oldest.expiresAt) > nowMs) break;
      authorizations.delete(variable);
    }
    modelState.starts += 1;
    if (scope.variable !== "") states.set(scope.variable, state);
    authorizations.set(scope.variable || `unnamed${modelState.starts}`, { ...state, status: "started" });
    return { expiresAt: state.expiresAt };
  },

  // Section 4.6: the installation and other bindings are unaffected.
  "bindings.unbind": (modelState, { brainId, bindingId }, scope) => {
    const binding = findBinding(modelState, brainId, bindingId, scope);
    modelState.records.bindings = modelState.records.bindings.filter((other) => other !== binding);
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
// every new version.
function onPage<Input extends object>(
  changesOf: (page: StoredPage, now: string, input: Input) => Changes,
): Rule<PageAddress & Input> {
  return (modelState, { brainId, slug, ...input }, scope) => {
    const page = findPage(modelState, { brainId, slug }, scope);
    const { organizationId } = findBrain(modelState, brainId, scope);
    const changes = changesOf(page, timeOf(modelState, organizationId), input as unknown as Input);
    Object.assign(page, changes);
    if (changes.version !== undefined) notify(modelState, "change", brainId, [slug]);
    return visible(page);
  };
}

/** A page as the service shows it. */
export function visible({ statusBeforeArchive: _, ...page }: StoredPage) {
  return page;
}

/** Section 2.1: wikilink slugs referenced by the body. */
export function linksOf({ body }: Content) {
  const links = Array.from(body?.matchAll(/\[\[([^\]]+)\]\]/g) ?? [], ([, slug = ""]) => slug);
  return body === undefined ? {} : { backlinks: [...new Set(links)] };
}

const flagOf = { brief: "notifyBriefs", connection: "notifyConnections", change: "notifyChanges" } as const;

/** Section 6: a binding delivers only while it is active, and only the kinds whose flags are on. */
export function notify(modelState: ModelState, kind: Delivery["kind"], brainId: string, slugs: readonly string[]) {
  const { organizationId } = found(modelState.records.brains.find(({ id }) => id === brainId));
  const at = timeOf(modelState, organizationId);
  const report = { delivered: [] as ModelState["deliveries"], skipped: [] as object[] };
  for (const { id: bindingId, installationId, channelId, ...binding } of modelState.records.bindings) {
    if (binding.brainId !== brainId) continue;
    if (binding.status !== "active" || !binding[flagOf[kind]]) report.skipped.push({ bindingId });
    else report.delivered.push({ kind, at, organizationId, brainId, slugs, bindingId, installationId, channelId });
  }
  modelState.deliveries.push(...report.delivered);
  return report;
}
