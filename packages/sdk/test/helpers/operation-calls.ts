import {
  type CallOptions,
  defineOperation,
  type IndexEntry,
  type KnowledgeBase,
  type Operation,
} from "@knowledge-base/sdk";
import * as z from "zod";

/** Calls the operation that only reads. */
export const getIndex = (kb: Pick<KnowledgeBase, "promptIndex">, options?: CallOptions) =>
  kb.promptIndex.get({ brainId: "b" }, options);

/** Calls the operation that must not be repeated. */
export const startOAuth = (kb: Pick<KnowledgeBase, "oauth">) => kb.oauth.start({ brainId: "b" });

/** Every operation of the service: its id, and a call of it. */
export const operationCalls: Readonly<Record<string, (kb: KnowledgeBase) => Promise<unknown>>> = {
  "promptIndex.get": (kb) => getIndex(kb),
  "channels.list": (kb) => kb.channels.list({ brainId: "b", installationId: "i" }),
  "pages.archive": (kb) => kb.pages.archive({ brainId: "b", slug: "s" }),
  "bindings.update": (kb) => kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: true }),
  "bindings.unbind": (kb) => kb.bindings.unbind({ brainId: "b", bindingId: "c" }),
  "oauth.start": startOAuth,
};

/** An entry of the index as the specification documents it. */
export const entry: IndexEntry = {
  slug: "a",
  title: "A",
  summary: "",
  pageType: "topic",
  pinned: false,
  status: "active",
};

/** An error body as the specification documents it. */
export function documentedBody(statusCode: number, fields: object = {}) {
  return { statusCode, timestamp: "2026-06-03T12:00:00.000Z", path: "/v1", message: "No", ...fields };
}

/** A valid declaration of an operation. */
export const validOperation = {
  id: "pages.search",
  summary: "Search pages",
  method: "POST",
  path: "/v1/search",
  success: { status: 200, schema: z.object({ ok: z.boolean() }) },
  errors: [400, 401, 403, 404, 409, 429, 503],
  idempotency: "idempotent",
} as const satisfies Operation;

/** Defines a valid operation with other parts than the usual ones. */
export const defineWith = (parts: object) => defineOperation({ ...validOperation, ...parts });
