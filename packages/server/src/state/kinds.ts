import { isObject } from "@knowledge-base/internal";
import type { PageSourceRef } from "@knowledge-base/types";
import { findWikilinks } from "../pages/find-wikilinks.ts";
import { slugify } from "../pages/slugify.ts";
import { summarize } from "../pages/summarize.ts";
import { choices } from "./choices.ts";
import type { AttachSourceInput, KindName, RecordInputs, Records } from "./state.ts";
import { toUtc } from "./time.ts";

/** Names of the fields of a record. */
type FieldOf<Kind extends KindName> = keyof Records[Kind] & string;

/** Names of the fields that an interface marks as optional. */
type OptionalField<AnyRecord> = {
  [Field in keyof AnyRecord]-?: Partial<Pick<AnyRecord, Field>> extends Pick<AnyRecord, Field> ? Field : never;
}[keyof AnyRecord] &
  string;

/** The fields that a seed may leave out, and that a stored record has. */
type DefaultedField<Kind extends KindName> = Exclude<OptionalField<RecordInputs[Kind]>, OptionalField<Records[Kind]>>;

/** A record whose fields were not validated. */
type Unvalidated<Field extends string> = { readonly [Name in Field]?: unknown };
export type AnyFields<Kind extends KindName> = Unvalidated<FieldOf<Kind>>;

/** The records to which a record belongs or refers, as far as they exist. */
export interface Related {
  /** Time of the records that name none, as a timestamp. */
  readonly now: string;
  /** Returns the organization of a brain. */
  organizationIdOf(brainId: string): string | undefined;
  /** Returns a record of the organization of a brain. */
  find<Kind extends "installations" | "channels">(
    kind: Kind,
    owner: AnyFields<"bindings">,
    ...address: string[]
  ): Records[Kind] | undefined;
}

/** The differences of one kind of records from all others; without type arguments for code that treats all kinds alike. */
export interface Kind<Field extends string = string, AnyRecord = object, Defaulted extends string = string> {
  /** Name of one record, in messages and in the ids that are generated. */
  readonly name: string;
  /**
   * The fields that identify a record within its organization, by the names that they have in the inputs of controls. The last
   * one identifies it within its parent.
   */
  readonly address: Readonly<Record<string, Field>>;
  /** Kind of the records that own the records of this kind, and are deleted with them. */
  readonly parent?: KindName;
  /** The values of the fields that a record leaves out. Each may use the fields that are given and those above it. */
  readonly defaults: {
    readonly [Name in Defaulted]-?: (draft: Unvalidated<Field>, related: Related) => unknown;
  };
  /** The fields that are times. */
  readonly times?: readonly Field[];
  /** Completes the parts of a field. */
  readonly completeParts?: (draft: Unvalidated<Field>) => Unvalidated<Field>;
  /** Problem of a record whose identity is taken. */
  readonly taken?: string;
  /** Other fields whose values only one record of an organization has, and no update changes; the last of them gets the problem. */
  readonly unique?: readonly { readonly fields: readonly Field[]; readonly problem: string }[];
  /** The record to which a record refers, and with which it is deleted, by fields that no update changes. */
  readonly reference?: { readonly kind: KindName; readonly fields: readonly Field[] };
  /** Reports the problems of a valid record that concern several fields. */
  readonly check?: (record: AnyRecord, report: Report<Field>, related: Related) => void;
  /** A field by which records are looked up, and that no update changes. */
  readonly lookup?: Field;
  /** The fields that an update may change. */
  readonly updated: readonly Field[];
  /** The fields that only a state contains. */
  readonly hidden?: readonly Field[];
}

/** Reports a problem of a field. */
export type Report<Field extends string = string> = (field: Field, problem: string) => void;

/** All kinds of records. A kind refers only to those above it. */
const kinds: {
  readonly [Name in KindName]: Kind<FieldOf<Name>, Records[Name], DefaultedField<Name>>;
} = {
  organizations: {
    name: "organization",
    address: { organizationId: "id" },
    defaults: { name: () => "Organization" },
    updated: ["name", "redirectUrl"],
    hidden: ["clock", "idPosition"],
  },
  apiKeys: {
    name: "key",
    address: { apiKey: "key" },
    parent: "organizations",
    defaults: {
      key: ({ organizationId }) => joinTexts("kb", organizationId),
      role: () => choices.defaultRole,
    },
    updated: ["role"],
  },
  brains: {
    name: "brain",
    address: { brainId: "id" },
    parent: "organizations",
    defaults: { name: () => "Brain" },
    updated: ["name"],
  },
  pages: {
    name: "page",
    address: { brainId: "brainId", slug: "slug" },
    parent: "brains",
    defaults: {
      slug: ({ title }) => (typeof title === "string" ? slugify(title) : undefined),
      id: ({ brainId, slug }) => joinTexts("page", brainId, slug),
      body: ({ title }) => toText(title),
      summary: ({ body }) => (typeof body === "string" ? summarize(body) : undefined),
      tenantId: ({ brainId, organizationId }, related) =>
        typeof brainId === "string"
          ? (toText(organizationId) ?? related.organizationIdOf(brainId) ?? brainId)
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
    times: ["createdAt", "updatedAt", "lastCompiledAt", "lastReferencedAt"],
    completeParts: ({ sources, lastCompiledAt }) =>
      Array.isArray(sources) ? { sources: completeSources(sources, lastCompiledAt) } : {},
    taken: "is already used in the brain: change the slug of one of the pages",
    unique: [{ fields: ["id"], problem: "is taken already" }],
    check({ archived, pinned, status, statusBeforeArchive }, report) {
      if (archived !== (status === "archived")) report("status", "must be archived if and only if archived is true");
      if (pinned && status === "deprecated") report("status", "must not be deprecated on a pinned page");
      if (pinned && statusBeforeArchive === "deprecated") {
        report("statusBeforeArchive", "must not be deprecated on a pinned page");
      }
      if (!archived && statusBeforeArchive) report("statusBeforeArchive", "is allowed only on archived pages");
    },
    updated: [],
    hidden: ["statusBeforeArchive"],
  },
  installations: {
    name: "installation",
    address: { installationId: "id" },
    parent: "organizations",
    defaults: { teamId: ({ id }) => joinTexts("team", id), teamName: () => "Workspace" },
    lookup: "teamId",
    updated: ["teamName"],
  },
  channels: {
    name: "channel",
    address: { installationId: "installationId", channelId: "id" },
    parent: "installations",
    defaults: { id: ({ name }) => joinTexts("channel", name), isPrivate: () => false, isMember: () => false },
    taken: "is already used in the installation",
    updated: ["name", "isPrivate", "isMember"],
  },
  bindings: {
    name: "binding",
    address: { brainId: "brainId", bindingId: "id" },
    parent: "brains",
    defaults: {
      id: ({ brainId, installationId, channelId }) => joinTexts("binding", brainId, installationId, channelId),
      teamId: (binding, related) =>
        related.find("installations", binding, String(binding.installationId))?.teamId ??
        joinTexts("team", binding.installationId),
      channelName: (binding, related) =>
        related.find("channels", binding, String(binding.installationId), String(binding.channelId))?.name ?? null,
      status: () => "active",
      notifyBriefs: () => choices.bindingFlags.notifyBriefs,
      notifyConnections: () => choices.bindingFlags.notifyConnections,
      notifyChanges: () => choices.bindingFlags.notifyChanges,
      createdAt: (_, { now }) => now,
    },
    times: ["createdAt"],
    unique: [
      { fields: ["id"], problem: "is taken already" },
      { fields: ["brainId", "installationId", "channelId"], problem: "is already bound to this brain" },
    ],
    reference: { kind: "channels", fields: ["installationId", "channelId"] },
    check(binding, report, related) {
      const installation = related.find("installations", binding, binding.installationId);
      if (installation && installation.teamId !== binding.teamId)
        report("teamId", "is not the team of the installation");
    },
    updated: ["status", "channelName", "notifyBriefs", "notifyConnections", "notifyChanges"],
  },
  authorizations: {
    name: "authorization",
    address: { brainId: "brainId", nonce: "nonce" },
    parent: "brains",
    defaults: {},
    times: ["expiresAt"],
    unique: [{ fields: ["nonce"], problem: "is taken already" }],
    updated: [],
  },
};

/** The fields of an object that was not validated. */
export type Fields = Readonly<Record<string, unknown>>;

/** The same table for code that treats all kinds alike. */
export const anyKinds = kinds as unknown as Readonly<Record<KindName, Kind>>;

/** The names of all kinds, which are those of the arrays of a state, in their order. */
export const kindNames = Object.keys(kinds) as KindName[];

/** Returns ingest sources with the defaults of the fields that are left out. */
export function completeSources(sources: readonly AttachSourceInput[], attachedAt: unknown): PageSourceRef[] {
  return sources.map((source) => {
    if (!isObject(source)) return source;
    const { chunkUuids = [], attachedAt: ownTime = attachedAt } = source;
    return { ...source, chunkUuids, attachedAt: toUtc(ownTime) };
  }) as PageSourceRef[];
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function joinTexts(prefix: string, ...parts: readonly unknown[]): string | undefined {
  return parts.every((part) => typeof part === "string") ? [prefix, ...parts].join("_") : undefined;
}
