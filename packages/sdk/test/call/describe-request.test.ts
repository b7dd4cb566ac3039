import { KnowledgeBase } from "@knowledge-base/sdk";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { baseUrl, createClient } from "../helpers/client.ts";

const agent = `knowledge-base-sdk/${packageJson.version}`;
const binding = { brainId: "a/b", bindingId: "it's" };

const kb = createClient(fetch);

it("describe() returns the method, the URL, the headers and the body of a request, with the key redacted", () => {
  const secret = { "x-token": "[redacted]", "x-api-key": "[redacted]" };
  const given = { headers: { "X-One": "1", accept: null, "x-token": "tok_51c09e7d", "x-empty": "" } };
  const { toCurl, ...description } = kb.describe("bindings.update", { ...binding, notifyBriefs: true }, given);
  expect(description).toEqual({
    method: "PATCH",
    url: `${baseUrl}/v1/brains/a%2Fb/messaging/bindings/it's`,
    headers: { "user-agent": agent, "content-type": "application/json", "x-one": "1", "x-empty": "", ...secret },
    body: '{"notifyBriefs":true}',
  });
  const [command, ...options] = toCurl().split(" \\\n  ");
  expect(command).toBe(`curl --globoff -X PATCH '${baseUrl}/v1/brains/a%2Fb/messaging/bindings/it'\\''s'`);
  const headers = ["content-type: application/json", `user-agent: ${agent}`, "x-empty;", "x-one: 1"];
  expect(options.toSorted()).toEqual([
    `--data-raw '{"notifyBriefs":true}'`,
    '-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"',
    ...[...headers, "x-token: [redacted]"].map((header) => `-H '${header}'`),
  ]);
});

it("describe() returns a request without a body, and reads no key", () => {
  const none = new KnowledgeBase({ baseUrl });
  const { toCurl, body, headers } = none.describe("promptIndex.get", { brainId: "b", limit: 5 });
  expect(body).toBeUndefined();
  expect(headers).toEqual({ accept: "application/json", "user-agent": agent, "x-api-key": "[redacted]" });
  expect(toCurl()).toMatch(/^curl [^\n]+( \\\n {2}-H [^\n]+){3}$/);
  const apiKey = () => expect.unreachable();
  createClient(apiKey, { apiKey }).describe("oauth.start", { brainId: "b" }).toCurl();
});
