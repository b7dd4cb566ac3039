import { type ClientOptions, defineOperation, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { baseUrl, secretKey as key } from "./helpers/client.ts";
import { getIndex, operationCalls } from "./helpers/operation-calls.ts";
import { getRejection } from "./helpers/rejections.ts";
import { startHttp } from "./start-http.ts";

const getNote = {
  id: "notes.get",
  summary: "Get a note",
  method: "GET",
  path: "/v1/notes",
  success: { status: 200, schema: z.unknown() },
  errors: [],
  idempotency: "safe",
} as const;

describe("the key stays at its origin", () => {
  /** Starts a server that records the keys that it receives. */
  async function start(respond: (url: string | undefined) => [status: number, location?: string]) {
    const keys: unknown[] = [];
    const { url } = await startHttp((request, response) => {
      keys.push(request.headers["x-api-key"]);
      const [status, location] = respond(request.url);
      response.writeHead(status, location === undefined ? {} : { location }).end("[]");
    });
    return { keys, url };
  }

  it.each([301, 302, 303, 307, 308])("if the service redirects with status %s", async (status) => {
    const other = await start(() => [200]);
    const service = await start((url) => [status, other.url + url]);
    const kb = new KnowledgeBase({ baseUrl: service.url, apiKey: key, fetch: undefined });
    for (const call of Object.values(operationCalls)) {
      expect(await getRejection(call(kb))).toMatchObject({ code: "redirect", stopReason: "not_retryable" });
    }
    expect([service.keys.length, other.keys]).toEqual([Object.keys(operationCalls).length, []]);
  });

  it("even if the URL object of the options changes later", async () => {
    const sent: string[] = [];
    const fetch: ClientOptions["fetch"] = async (url) => {
      sent.push(String(url));
      return Response.json([]);
    };
    const url = new URL(baseUrl);
    const kb = new KnowledgeBase({ baseUrl: url, apiKey: key, fetch });
    url.host = "evil.example.com";
    await getIndex(kb);
    await getIndex(kb.withOptions({ retries: 0 }));
    expect(sent).toEqual([`${baseUrl}/v1/brains/b/index`, `${baseUrl}/v1/brains/b/index`]);
  });

  it.each([".evil.example/x", "//evil.example/x", ":81/x", "@evil.example/x"])(
    "even if the path of an own operation becomes %s",
    async (path) => {
      const sent: string[] = [];
      const fetch: ClientOptions["fetch"] = async (url) => {
        sent.push(new URL(String(url)).origin);
        return Response.json([]);
      };
      const kb = new KnowledgeBase({ baseUrl, apiKey: key, fetch });
      const given = { ...getNote };
      const operation = defineOperation(given as typeof getNote);
      for (const changed of [given, operation]) Reflect.set(changed, "path", path);
      await kb.call(operation, {}).safe();
      expect(sent.filter((origin) => origin !== baseUrl)).toEqual([]);
    },
  );
});
