import type { Input, OperationId, Output } from "../contract/operation-types.ts";

/** An invalid request: why its response has an error status, and how its input differs from the valid request. */
interface InvalidRequest {
  readonly description: string;
  readonly message: string;
  readonly input?: Readonly<Record<string, string>>;
}

/** The texts and examples of an operation that are not in the contract or its comments. */
interface OperationDocument<Id extends OperationId> {
  /** End of the description, after the comment of the operation. */
  readonly details: string;
  /** An example of a request, and of its response. */
  readonly request: Input<Id>;
  readonly success: { readonly description: string; readonly example: Output<Id> };
  readonly errors: { readonly 400: InvalidRequest; readonly 404: InvalidRequest };
}

const badEncoding = {
  description: "Validation failed.",
  message: "brainId must be percent-encoded UTF-8",
  input: { brainId: "%FF" },
};

/** Specification, section 7. */
const brainNotFound = {
  description: "Brain or installation not found.",
  message: "Brain not found",
  input: { brainId: "brain_unknown" },
};

/** Specification, section 7. */
const pageNotFound = "Brain, page, change or connection not found.";

const body = `# Skippers' round table, 21 May

Seven of nine skippers came. Raw notes, in the order they were said.

## What works

- The arm connects by itself; nobody misses the old cable.
- State of charge on the bridge agrees with [[helmlog|Helmlog]] to within one point.

## What grates

- With more than 15 bicycles the 9 minute turn becomes 11, and the charge shrinks to 5 minutes (100 kWh, not 140).
- The wind meter at berth A sits behind the kiosk and reads 3 to 4 m/s low in a westerly.
- The deckhand cannot see the green lamp of the [[charging-arm-procedure|charging arm]] in low sun.

## Wishes

1. Let bicycles board first, by the aft ramp.
2. Move the wind meter to the mast on [[mill-quay|Mill Quay]] berth B.
3. A second lamp at eye level, about 300 euro.`;

/** Texts and examples of all operations. Specification, sections 3 and 4. */
export const operationDocuments: { readonly [Id in OperationId]: OperationDocument<Id> } = {
  "bindings.update": {
    details: "Flags that the body leaves out stay as they are; an empty object is a valid body and changes nothing.",
    request: { brainId: "brain_operations", bindingId: "binding_bridge", notifyBriefs: false },
    success: {
      description: "The binding, with the updated flags.",
      example: {
        id: "binding_bridge",
        brainId: "brain_operations",
        installationId: "installation_harbour_line",
        teamId: "T0HARBOUR",
        channelId: "C01BRIDGE",
        channelName: "bridge",
        status: "active",
        notifyBriefs: false,
        notifyConnections: false,
        notifyChanges: true,
        createdAt: "2026-03-02T09:30:00.000Z",
      },
    },
    errors: {
      400: {
        description: "Validation failed, for example because a flag is not a boolean.",
        message: "notifyBriefs must be a boolean, not a string",
      },
      404: brainNotFound,
    },
  },
  "pages.archive": {
    details: "Its content, versions and connections are kept.",
    request: { brainId: "brain_operations", slug: "skippers-round-table-may" },
    success: {
      description: "The page, archived.",
      example: {
        id: "page_skippers_round_table_may",
        tenantId: "tenant_harbour_line",
        subjectId: "subject_operations",
        brainId: "brain_operations",
        source: { channel: "chat", ref: "room_skippers", label: "Skippers' room" },
        pageType: "source",
        bucket: "inbox",
        bucketSource: "auto",
        slug: "skippers-round-table-may",
        title: "Skippers' round table, 21 May",
        summary:
          "Seven skippers on ten weeks of charging in every turn: the arm works, the 9 minute turn is tight with bicycles, " +
          "and berth A needs a wind meter people can trust.",
        body,
        entities: ["Helmlog", "Mill Quay"],
        sources: [
          {
            ingestSourceId: "ingest_skippers_round_table",
            chunkUuids: ["4fcd2d36-a1b8-4c38-8cc0-c65254012f47", "0480c782-65bc-4f3c-8bf9-6b4e8d523d92"],
            attachedAt: "2026-05-22T06:45:00.000Z",
          },
        ],
        backlinks: ["helmlog", "charging-arm-procedure", "mill-quay"],
        // The first of many more numbers.
        embedding: [0.006921, -0.002444, -0.006898],
        version: 1,
        pinned: false,
        archived: true,
        status: "archived",
        lastCompiledAt: "2026-05-22T06:45:00.000Z",
        lastReferencedAt: "2026-06-15T16:20:58.000Z",
        createdAt: "2026-05-22T06:45:00.000Z",
        updatedAt: "2026-07-01T12:00:00.000Z",
      },
    },
    errors: {
      400: {
        ...badEncoding,
        description:
          "Validation failed. The specification also names an empty title or body, and a slug that is already in use, as reasons.",
      },
      404: { description: pageNotFound, message: "Page not found", input: { slug: "no-such-page" } },
    },
  },
  "channels.list": {
    details: "`isMember` states whether the bot was already added to a channel.",
    request: { brainId: "brain_operations", installationId: "installation_harbour_line" },
    success: {
      description: "The channels.",
      example: [
        { id: "C01BRIDGE", name: "bridge", isPrivate: false, isMember: true },
        { id: "C02YARD", name: "yard", isPrivate: false, isMember: true },
        { id: "C03TICKETS", name: "ticket-office", isPrivate: false, isMember: true },
        { id: "C04WEATHER", name: "weather-watch", isPrivate: false, isMember: false },
        { id: "G05BOARD", name: "board", isPrivate: true, isMember: true },
      ],
    },
    errors: {
      400: {
        description: "Validation failed, for example because `installationId` is missing.",
        message: "installationId is missing",
      },
      404: brainNotFound,
    },
  },
  "promptIndex.get": {
    details: "It gives an agent working context without the whole brain.",
    request: { brainId: "brain_operations", limit: 4 },
    success: {
      description: "The top pages, pinned ones first.",
      example: [
        {
          slug: "electric-fleet-programme",
          title: "Electric fleet programme",
          summary:
            "The move from diesel to electric, in one page: where each boat and berth stands, what it saves, and what must " +
            "be decided before 30 September. Start here if you ",
          pageType: "project",
          pinned: true,
          status: "active",
        },
        {
          slug: "weather-limits",
          title: "Weather limits: wind, fog, ice",
          summary:
            "When we sail, slow down or stop. Fog stop is 200 metres since 16 March, gust stop is 17 m/s; the duty skipper " +
            "may always be stricter, never looser.",
          pageType: "topic",
          pinned: true,
          status: "active",
        },
        {
          slug: "charging-arm-procedure",
          title: "Charging arm: procedure at the berth",
          summary:
            "How to connect, charge and leave at Mill Quay berth A in a 9 minute turn, when to stop, and whom to call. " +
            "Binding for every crew on an electric boat; read it be",
          pageType: "topic",
          pinned: true,
          status: "active",
        },
        {
          slug: "reserve-of-twenty-percent",
          title: "Decision: a battery reserve of 20 %",
          summary:
            "Taken on 29 January 2026: no electric boat leaves Mill Quay if it would come back below 20 % (252 kWh), enough " +
            "for one full winter round trip.",
          pageType: "decision",
          pinned: false,
          status: "active",
        },
      ],
    },
    errors: {
      400: {
        description: "Validation failed, for example because `limit` is not a whole number.",
        message: 'limit must be a number, not "many"',
      },
      404: { ...brainNotFound, description: pageNotFound },
    },
  },
  "oauth.start": {
    details:
      "Send the user to `authorizationUrl`. The platform then sends the user back to your redirect URL with `code` and " +
      "`state`, which an operation named `confirmOauth` takes; the specification does not define its method, path and payload. " +
      "The signed state expires at `expiresAt`.",
    request: { brainId: "brain_operations" },
    success: {
      description: "The URL to send the user to, and its expiry.",
      example: {
        authorizationUrl:
          "https://platform.example/oauth/authorize?state=eyJicmFpbklkIjoiYnJhaW5fb3BlcmF0aW9ucyJ9.dGlkZQ",
        expiresAt: "2026-07-01T12:10:00.000Z",
      },
    },
    errors: { 400: badEncoding, 404: brainNotFound },
  },
  "bindings.unbind": {
    details: "The installation and its other bindings are unaffected.",
    request: { brainId: "brain_operations", bindingId: "binding_yard" },
    success: { description: "The binding was removed.", example: { disconnected: true } },
    errors: { 400: badEncoding, 404: brainNotFound },
  },
};
