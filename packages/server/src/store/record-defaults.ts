import type { PageSourceRef } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import { dateToTimestamp, isDate } from "../date.ts";
import { findWikilinks } from "../find-wikilinks.ts";
import { slugify } from "../slugify.ts";
import { summarize } from "../summarize.ts";
import type { StateInput } from "./state-input.ts";
import type { StateArrays } from "./state-schemas.ts";
import type { AttachSourceInput } from "./stored-page-input.ts";

/** The records that each array of a state accepts. */
export type RecordInputs = { readonly [Name in keyof StateArrays]: NonNullable<StateInput[Name]>[number] };

/** The values, outside of a record, from which its defaults are derived. */
export interface DefaultsContext {
  /** Time of the records that name none, as a timestamp. */
  readonly now: string;
  /** Returns the organization of a brain whose id is not repeated. */
  organizationIdOf(brainId: string): string | undefined;
  /** Returns the team of an installation of an organization. */
  teamIdOf(installationId: string, organizationId: string | undefined): string | undefined;
  /** Returns the name of a channel of an organization. */
  channelNameOf(installationId: string, channelId: string, organizationId: string | undefined): string | undefined;
}

/** The context of a record that is completed by itself. */
export const unrelatedContext: DefaultsContext = {
  now: choices.defaultTimestamp,
  organizationIdOf: () => undefined,
  teamIdOf: () => undefined,
  channelNameOf: () => undefined,
};

type OptionalField<AnyRecord> = {
  [Field in keyof AnyRecord]-?: Partial<Pick<AnyRecord, Field>> extends Pick<AnyRecord, Field> ? Field : never;
}[keyof AnyRecord];

/** The fields of a record that a state may leave out, and that a stored record has. */
type DefaultedField<Name extends keyof StateArrays> = Exclude<
  OptionalField<RecordInputs[Name]>,
  OptionalField<StateArrays[Name][number]>
>;

/** A record whose fields have not been validated. */
type Draft<Name extends keyof StateArrays> = { readonly [Field in keyof StateArrays[Name][number]]?: unknown };

type Default<Name extends keyof StateArrays, Field> = (
  draft: Draft<Name>,
  context: DefaultsContext,
) => Field | undefined;

type DefaultsTable = {
  readonly [Name in keyof StateArrays]: {
    readonly [Field in DefaultedField<Name>]-?: Default<
      Name,
      StateArrays[Name][number][Field & keyof StateArrays[Name][number]]
    >;
  };
};

/**
 * The defaults of seeds, state files, controls and factories. A default may use the fields that are given and those above it;
 * it is undefined if one that it needs is invalid. Controls generate ids instead.
 */
const recordDefaults: DefaultsTable = {
  organizations: { name: () => "Organization" },
  apiKeys: {
    key: ({ organizationId }) => joinTexts("kb", organizationId),
    role: () => choices.defaultRole,
  },
  brains: { name: () => "Brain" },
  pages: {
    slug: ({ title }) => (typeof title === "string" ? slugify(title) : undefined),
    id: ({ brainId, slug }) => joinTexts("page", brainId, slug),
    body: ({ title }) => toText(title),
    summary: ({ body }) => (typeof body === "string" ? summarize(body) : undefined),
    tenantId: ({ brainId, organizationId }, context) =>
      typeof brainId === "string"
        ? (toText(organizationId) ?? context.organizationIdOf(brainId) ?? brainId)
        : undefined,
    subjectId: ({ brainId }) => toText(brainId),
    source: () => null,
    pageType: () => "topic",
    bucketSource: ({ bucket }) => (bucket === undefined ? "auto" : "user"),
    bucket: () => "inbox",
    entities: () => [],
    sources: () => [],
    backlinks: ({ body }) => (typeof body === "string" ? findWikilinks(body) : undefined),
    embedding: () => [],
    version: () => 1,
    pinned: () => false,
    archived: ({ status }) => status === "archived",
    status: ({ archived }) => (archived === true ? "archived" : "active"),
    createdAt: ({ updatedAt }, { now }) => toText(updatedAt) ?? now,
    updatedAt: ({ createdAt }) => toText(createdAt),
    lastCompiledAt: ({ updatedAt }) => toText(updatedAt),
    lastReferencedAt: () => null,
  },
  installations: {
    teamId: ({ id }) => joinTexts("team", id),
    teamName: () => "Workspace",
  },
  channels: {
    id: ({ name }) => joinTexts("channel", name),
    isPrivate: () => false,
    isMember: () => false,
  },
  bindings: {
    id: ({ brainId, installationId, channelId }) => joinTexts("binding", brainId, installationId, channelId),
    teamId: ({ installationId, ...binding }, context) =>
      typeof installationId === "string"
        ? (context.teamIdOf(installationId, ownerOf(binding, context)) ?? joinTexts("team", installationId))
        : undefined,
    channelName: ({ installationId, channelId, ...binding }, context) =>
      typeof installationId === "string" && typeof channelId === "string"
        ? (context.channelNameOf(installationId, channelId, ownerOf(binding, context)) ?? null)
        : null,
    status: () => "active",
    notifyBriefs: () => choices.bindingFlags.notifyBriefs,
    notifyConnections: () => choices.bindingFlags.notifyConnections,
    notifyChanges: () => choices.bindingFlags.notifyChanges,
    createdAt: (_, { now }) => now,
  },
};

/** Returns the organization of a binding. */
function ownerOf({ brainId, organizationId }: Draft<"bindings">, context: DefaultsContext): string | undefined {
  return toText(organizationId) ?? (typeof brainId === "string" ? context.organizationIdOf(brainId) : undefined);
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function joinTexts(prefix: string, ...parts: readonly unknown[]): string | undefined {
  return parts.every((part) => typeof part === "string") ? [prefix, ...parts].join("_") : undefined;
}

type AnyDraft = Record<string, unknown>;
type AnyDefault = (draft: AnyDraft, context: DefaultsContext) => unknown;

const defaultsByArray = Object.fromEntries(
  Object.entries(recordDefaults).map(([name, defaults]) => [name, Object.entries(defaults)]),
) as unknown as { readonly [Name in keyof StateArrays]: readonly (readonly [field: string, AnyDefault])[] };

/** The fields that are times: they may be given as a `Date`. */
const timeFields: { readonly [Name in keyof StateArrays]?: readonly string[] } = {
  pages: ["lastCompiledAt", "lastReferencedAt", "createdAt", "updatedAt"],
  bindings: ["createdAt"],
};

/** Returns a record with the defaults of the fields that are left out, and with timestamps instead of dates. */
export function completeRecord<Name extends keyof StateArrays>(
  name: Name,
  record: RecordInputs[Name],
  context: DefaultsContext,
): StateArrays[Name][number] {
  return completeUnvalidated(name, record, context) as StateArrays[Name][number];
}

/**
 * Completes a value that is a record if it is valid. Returns the same object if it is complete; otherwise large fields are
 * shared with it. Invalid fields stay as they are.
 */
export function completeUnvalidated(name: keyof StateArrays, record: unknown, context: DefaultsContext): unknown {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return record;
  const given = record as AnyDraft;
  let completed: AnyDraft | undefined;
  const change = (field: string, value: unknown) => {
    completed ??= { ...given };
    completed[field] = value;
  };
  for (const field of timeFields[name] ?? []) if (isDate(given[field])) change(field, dateToTimestamp(given[field]));
  for (const [field, getDefault] of defaultsByArray[name]) {
    if (given[field] === undefined) change(field, getDefault(completed ?? given, context));
  }
  if (name === "pages") {
    const { sources, lastCompiledAt } = (completed ?? given) as Draft<"pages">;
    if (Array.isArray(sources) && sources.some(isIncompleteSource)) {
      change("sources", completeUnvalidatedSources(sources, lastCompiledAt));
    }
  }
  return completed ?? given;
}

/** Returns ingest sources with the defaults of the fields that are left out. */
export function completeSources(sources: readonly AttachSourceInput[], attachedAt: string): PageSourceRef[] {
  return completeUnvalidatedSources(sources, attachedAt) as PageSourceRef[];
}

function completeUnvalidatedSources(sources: readonly unknown[], attachedAt: unknown): unknown[] {
  return sources.map((source) => {
    if (!isIncompleteSource(source)) return source;
    const { chunkUuids = [], attachedAt: ownTime = attachedAt } = source;
    return { ...source, chunkUuids, attachedAt: dateToTimestamp(ownTime) };
  });
}

function isIncompleteSource(
  source: unknown,
): source is { readonly chunkUuids?: unknown; readonly attachedAt?: unknown } {
  if (typeof source !== "object" || source === null || Array.isArray(source)) return false;
  const { chunkUuids, attachedAt } = source as { readonly chunkUuids?: unknown; readonly attachedAt?: unknown };
  return chunkUuids === undefined || attachedAt === undefined || isDate(attachedAt);
}

/** Checks that a field has a default, so that a problem with a record that leaves it out is a problem of another field. */
export function hasDefault(name: keyof StateArrays, [field, ...rest]: readonly PropertyKey[]): boolean {
  if (name === "pages" && field === "sources" && rest.length > 0) {
    return rest[1] === "chunkUuids" || rest[1] === "attachedAt";
  }
  return Object.hasOwn(recordDefaults[name], field ?? "");
}
