import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import type { OperationId } from "@knowledge-base/types";

const time = "2026-07-01T12:00:00.000Z";
const maxTextLength = 60;
const maxNumbers = 2;
const brainId = "brain_operations";
const installationId = "installation_harbour_line";

/** The calls that the pages of the operations show. */
const calls: { readonly [Id in OperationId]: (kb: KnowledgeBase) => Promise<Response> } = {
  "bindings.update": ({ bindings }) =>
    bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: false }).asResponse(),
  "pages.archive": ({ pages }) => pages.archive({ brainId, slug: "weather-limits" }).asResponse(),
  "channels.list": ({ channels }) => channels.list({ brainId, installationId }).asResponse(),
  "promptIndex.get": ({ promptIndex }) => promptIndex.get({ brainId, limit: 2 }).asResponse(),
  "oauth.start": ({ oauth }) => oauth.start({ brainId }).asResponse(),
  "bindings.unbind": ({ bindings }) => bindings.unbind({ brainId, bindingId: "binding_yard" }).asResponse(),
};

/** Calls an operation of a reference server, and formats the response in Markdown. `…` replaces what is too long. */
export async function operationResponse(id: string): Promise<string> {
  const server = createReferenceServer({ seed: demoSeed(), baseUrl: "http://127.0.0.1:4000" });
  server.clock.freeze(time);
  const { baseUrl, apiKey, fetch } = server;
  const call = Object.entries(calls).find(([name]) => name === id)?.[1];
  if (!call) throw new Error(`There is no call of ${id}`);
  const response = await call(new KnowledgeBase({ baseUrl, apiKey, fetch }));
  const json = JSON.stringify(shorten(await response.json()), undefined, 2);
  const isShortened = json.includes("…");
  const body = isShortened ? "a body like this; `…` replaces the rest of long texts and lists" : "this body";
  return `The response has the status ${response.status} and ${body}:\n\n\`\`\`json\n${json}\n\`\`\``;
}

/** Cuts long texts and lists of many numbers, as the tests of the pages expect it. */
function shorten(value: unknown): unknown {
  if (typeof value === "string") return value.length > maxTextLength ? `${cut(value)}…` : value;
  if (Array.isArray(value)) {
    const isEmbedding = value.length > maxNumbers && value.every((item) => typeof item === "number");
    return isEmbedding ? [...value.slice(0, maxNumbers), "…"] : value.map(shorten);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field)]));
}

/** The state of an authorization URL is another one each time. */
function cut(text: string): string {
  const state = text.indexOf("state=");
  return text.slice(0, state < 0 ? maxTextLength : state + "state=".length);
}
