type Predicate = (value: unknown) => boolean;

const string: Predicate = (value) => typeof value === "string";
const text: Predicate = (value) => typeof value === "string" && value !== "";
const boolean: Predicate = (value) => typeof value === "boolean";
const integer: Predicate = (value) => Number.isInteger(value);
const double: Predicate = (value) => typeof value === "number";
const datetime: Predicate = (value) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const listOf =
  (item: Predicate): Predicate =>
  (value) =>
    Array.isArray(value) && value.every(item);
const nullable =
  (type: Predicate): Predicate =>
  (value) =>
    value === null || type(value);
const optional =
  (type: Predicate): Predicate =>
  (value) =>
    value === undefined || type(value);
const oneOf =
  (...values: unknown[]): Predicate =>
  (value) =>
    values.includes(value);
const record =
  (shape: Readonly<Record<string, Predicate>>): Predicate =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(shape).every(([name, type]) => type(Object.getOwnPropertyDescriptor(value, name)?.value));

const status = oneOf("active", "deprecated", "stale", "contested", "archived");
const pageType = oneOf("source", "topic", "entity", "project", "decision", "brief");
const pageSource = record({ channel: string, ref: optional(nullable(string)), label: optional(nullable(string)) });
const pageSourceRef = record({ ingestSourceId: string, chunkUuids: listOf(string), attachedAt: datetime });

/** The types of all fields, by record. A field that is not listed is allowed. */
export const shapes = {
  page: {
    id: text,
    tenantId: text,
    subjectId: text,
    brainId: text,
    source: nullable(pageSource),
    pageType,
    bucket: oneOf("inbox", "notes", "ideas", "projects"),
    bucketSource: oneOf("auto", "user"),
    slug: text,
    title: string,
    summary: string,
    body: string,
    entities: listOf(string),
    sources: listOf(pageSourceRef),
    backlinks: listOf(string),
    embedding: listOf(double),
    version: integer,
    pinned: boolean,
    archived: boolean,
    status,
    lastCompiledAt: datetime,
    lastReferencedAt: nullable(datetime),
    createdAt: datetime,
    updatedAt: datetime,
  },
  indexEntry: { slug: text, title: string, summary: string, pageType, pinned: boolean, status },
  binding: {
    id: text,
    brainId: text,
    installationId: text,
    teamId: text,
    channelId: text,
    channelName: nullable(string),
    status: oneOf("active", "disabled"),
    notifyBriefs: boolean,
    notifyConnections: boolean,
    notifyChanges: boolean,
    createdAt: datetime,
  },
  channel: { id: text, name: text, isPrivate: boolean, isMember: boolean },
  oauthStart: { authorizationUrl: (value: unknown) => URL.canParse(String(value)), expiresAt: datetime },
  disconnect: { disconnected: boolean },
  error: {
    statusCode: integer,
    timestamp: datetime,
    path: text,
    message: text,
    body: optional(
      record({ statusCode: integer, message: (value) => text(value) || listOf(text)(value), error: text }),
    ),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Predicate>>>>;
