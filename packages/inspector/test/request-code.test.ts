import { createReferenceServer, type JournalEntry } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { toClientCode, toCurl } from "../src/page/request-code.ts";

const baseUrl = "http://127.0.0.1:4000/kb";

/** Sends a request, and returns it as the journal has it. */
async function send(path: string, init: RequestInit = {}): Promise<JournalEntry> {
  const server = createReferenceServer({ seed: demoSeed(), baseUrl });
  const headers = {
    "x-api-key": server.apiKey,
    ...(init.method === "PATCH" && { "content-type": "application/json" }),
  };
  await server.fetch(`${baseUrl}/v1/brains/${path}`, { headers, ...init });
  return server.journal.entries()[0] ?? expect.fail("The journal is empty.");
}

const binding = "brain_operations/messaging/bindings/binding_bridge";
const patch = (body: string) => send(binding, { method: "PATCH", body });

describe("a request as curl", () => {
  it("has the whole path, the body, and a variable in place of the key", async () => {
    expect(toCurl(await patch('{"notifyBriefs":"maybe"}'), baseUrl)).toBe(
      `curl --globoff -X PATCH 'http://127.0.0.1:4000/kb/v1/brains/${binding}' \\
  -H "x-api-key: $KNOWLEDGE_BASE_API_KEY" \\
  -H 'content-type: application/json' \\
  --data-raw '{"notifyBriefs":"maybe"}'`,
    );
  });

  it("has the path that a proxy has removed", async () => {
    const entry = await send("brain_operations/index");
    expect(toCurl(entry, "http://127.0.0.1:8080/proxy")).toContain("'http://127.0.0.1:8080/proxy/kb/v1/brains/");
  });

  it("doesn't exist for a request whose body was cut", async () => {
    expect(toCurl(await patch(JSON.stringify({ notifyBriefs: "x".repeat(20_000) })), baseUrl)).toBeUndefined();
  });

  it("has nothing that a shell or a terminal would execute", async () => {
    const entry = await send("a%20b'c/index?limit=007", { method: "`id`", body: "it's \u001b[201~ \\n" });
    expect(toCurl(entry, baseUrl)).toContain("curl --globoff -X '`id`' ");
    expect(toCurl(entry, baseUrl)).toContain(String.raw`--data-raw $'it\'s \u001b[201~ \\n'`);
  });
});

describe("a request as client code", () => {
  it("is the call with the fields of the path, the query and the body", async () => {
    const code = toClientCode(await send("brain_operations/index?limit=3"), baseUrl);
    expect(code).toBe(`import { KnowledgeBase } from "@knowledge-base/sdk";

const kb = new KnowledgeBase({
  baseUrl: "http://127.0.0.1:4000/kb",
  apiKey: process.env.KNOWLEDGE_BASE_API_KEY,
});
const result = await kb.promptIndex.get({
  brainId: "brain_operations",
  limit: 3,
});`);
  });

  it.each([
    { body: '{"notifyBriefs":"maybe","a b":1}', shown: 'notifyBriefs: "maybe",\n  "a b": 1,\n});' },
    {
      body: "not JSON",
      shown: '// The request had this body: "not JSON"\nconst result = await kb.bindings.update({',
    },
  ])("shows the rejected body $body", async ({ body, shown }) => {
    expect(toClientCode(await patch(body), baseUrl)).toContain(shown);
  });

  it.each([
    { limit: "3", shown: "limit: 3," },
    { limit: "many", shown: 'limit: "many",' },
  ])("shows the limit $limit of a rejected request as $shown", async ({ limit, shown }) => {
    const headers = { "x-api-key": "kb_of_nobody" };
    expect(toClientCode(await send(`brain_operations/index?limit=${limit}`, { headers }), baseUrl)).toContain(shown);
  });

  it("doesn't exist for a request whose body was cut", async () => {
    expect(toClientCode(await patch(JSON.stringify({ notifyBriefs: "x".repeat(20_000) })), baseUrl)).toBeUndefined();
  });

  it("doesn't exist for a request of no operation", async () => {
    expect(toClientCode(await send("brain_operations/nothing"), baseUrl)).toBeUndefined();
  });
});
