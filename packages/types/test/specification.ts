import {
  channelBindingSchema,
  channelSchema,
  errorBodySchema,
  indexEntrySchema,
  oauthStartSchema,
  pageSchema,
} from "@knowledge-base/types";
import {
  disconnectSchema,
  type ObjectSchema,
  pageSourceRefSchema,
  pageSourceSchema,
} from "@knowledge-base/types/internal";

/** A type of the specification; a list of strings is an enum of these values. */
export type FieldType =
  | "string"
  | "boolean"
  | "integer"
  | "datetime"
  | "object"
  | "list of string"
  | "list of double"
  | "PageSource"
  | "list of PageSourceRef"
  | readonly string[];

/** A row of a table of the specification. */
export interface Field {
  readonly type: FieldType;
  readonly required: boolean;
  readonly nullable: boolean;
}

/** A table of the specification, and its schema. */
export interface Resource {
  readonly section: string;
  readonly schema: ObjectSchema;
  readonly fields: Readonly<Record<string, Field>>;
}

export const pageTypeValues = ["source", "topic", "entity", "project", "decision", "brief"];
export const bucketValues = ["inbox", "notes", "ideas", "projects"];
export const bucketSourceValues = ["auto", "user"];
export const pageStatusValues = ["active", "deprecated", "stale", "contested", "archived"];
export const bindingStatusValues = ["active", "disabled"];

/** The tables of sections 2 and 7, copied from the specification by hand. */
export const resources = {
  Page: {
    section: "2.1",
    schema: pageSchema,
    fields: {
      id: yes("string"),
      tenantId: yes("string"),
      subjectId: yes("string"),
      brainId: yes("string"),
      source: yesNullable("PageSource"),
      pageType: yes(pageTypeValues),
      bucket: yes(bucketValues),
      bucketSource: yes(bucketSourceValues),
      slug: yes("string"),
      title: yes("string"),
      summary: yes("string"),
      body: yes("string"),
      entities: yes("list of string"),
      sources: yes("list of PageSourceRef"),
      backlinks: yes("list of string"),
      embedding: yes("list of double"),
      version: yes("integer"),
      pinned: yes("boolean"),
      archived: yes("boolean"),
      status: yes(pageStatusValues),
      lastCompiledAt: yes("datetime"),
      lastReferencedAt: yesNullable("datetime"),
      createdAt: yes("datetime"),
      updatedAt: yes("datetime"),
    },
  },
  PageSource: {
    section: "2.2",
    schema: pageSourceSchema,
    fields: { channel: yes("string"), ref: noNullable("string"), label: noNullable("string") },
  },
  PageSourceRef: {
    section: "2.3",
    schema: pageSourceRefSchema,
    fields: { ingestSourceId: yes("string"), chunkUuids: yes("list of string"), attachedAt: yes("datetime") },
  },
  IndexEntry: {
    section: "2.4",
    schema: indexEntrySchema,
    fields: {
      slug: yes("string"),
      title: yes("string"),
      summary: yes("string"),
      pageType: yes(pageTypeValues),
      pinned: yes("boolean"),
      status: yes(pageStatusValues),
    },
  },
  ChannelBinding: {
    section: "2.5",
    schema: channelBindingSchema,
    fields: {
      id: yes("string"),
      brainId: yes("string"),
      installationId: yes("string"),
      teamId: yes("string"),
      channelId: yes("string"),
      channelName: yesNullable("string"),
      status: yes(bindingStatusValues),
      notifyBriefs: yes("boolean"),
      notifyConnections: yes("boolean"),
      notifyChanges: yes("boolean"),
      createdAt: yes("datetime"),
    },
  },
  Channel: {
    section: "2.6",
    schema: channelSchema,
    fields: { id: yes("string"), name: yes("string"), isPrivate: yes("boolean"), isMember: yes("boolean") },
  },
  OAuthStart: {
    section: "2.7",
    schema: oauthStartSchema,
    fields: { authorizationUrl: yes("string"), expiresAt: yes("datetime") },
  },
  Disconnect: { section: "2.8", schema: disconnectSchema, fields: { disconnected: yes("boolean") } },
  ErrorBody: {
    section: "7",
    schema: errorBodySchema,
    fields: {
      statusCode: yes("integer"),
      timestamp: yes("string"),
      path: yes("string"),
      message: yes("string"),
      body: no("object"),
    },
  },
} satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

function yes(type: FieldType): Field {
  return { type, required: true, nullable: false };
}

function yesNullable(type: FieldType): Field {
  return { type, required: true, nullable: true };
}

function no(type: FieldType): Field {
  return { type, required: false, nullable: false };
}

function noNullable(type: FieldType): Field {
  return { type, required: false, nullable: true };
}
