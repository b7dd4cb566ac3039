import { ApiError, type KnowledgeBaseError, ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, errorBody, getIndex, indexEntry, secretKey } from "./create-client.ts";
import { idle } from "./manual-clock.ts";

const respond = (text: string, status: number) =>
  createClient(async () => new Response(text, { status }), { retries: 0 });

/** Texts in which the key begins at each position around a limit. */
const around = (limit: number) =>
  Array.from({ length: secretKey.length + 40 }, (_, number) => {
    const before = limit - secretKey.length - 20 + number;
    return "x".repeat(before) + secretKey + "x".repeat(200);
  });

/** Expects that neither the key nor the beginning of it is shown. */
function expectNoPart(error: KnowledgeBaseError): void {
  const shown = JSON.stringify([error, error.message, error.stack]);
  expect(shown).not.toContain(secretKey.slice(0, 9));
}

describe("a key at the place where a text is cut", () => {
  it.each([500, 900, 950, 1000])("is not shown in the message of an error, cut at about %s", async (limit) => {
    for (const message of around(limit)) {
      expectNoPart(
        await expectRejection(ApiError, getIndex(respond(JSON.stringify(errorBody(403, { message })), 403))),
      );
      expectNoPart(await expectRejection(ApiError, getIndex(respond(JSON.stringify({ message }), 403))));
    }
  });

  it.each([4096, 16_384])("is not shown in the beginning of a body, cut at %s", async (limit) => {
    for (const text of around(limit)) {
      expectNoPart(await expectRejection(ApiError, getIndex(respond(text, 403))));
      expectNoPart(await expectRejection(ResponseError, getIndex(respond(text, 200))));
    }
  });

  it("is not shown by a body that repeats it, although the others are redacted to less", async () => {
    for (const length of [100, 150, 250, 256, 300]) {
      const apiKey = secretKey + "_x1".repeat(100).slice(0, length - secretKey.length);
      const kb = createClient(async () => new Response(`${apiKey} `.repeat(400), { status: 403 }), { apiKey });
      const error = await expectRejection(ApiError, getIndex(kb));
      expect(error.rawBody).toMatch(/^(\[redacted\] )+/);
      expectNoPart(error);
    }
  });

  it.each([256, 500, 1000, 1024, 4096])("is not shown in a header of a response, cut at about %s", async (limit) => {
    for (const text of around(limit)) {
      const events: unknown[] = [];
      const record = (event: unknown) => events.push(event);
      const headers = { "x-echo": text, "x-request-id": text };
      const fetch = async () => new Response("No", { status: 403, headers });
      expectNoPart(await expectRejection(ApiError, getIndex(createClient(fetch, { onResponse: record }))));
      await idle();
      expect(JSON.stringify(events)).not.toContain(secretKey.slice(0, 9));
      expect(events).toHaveLength(1);
    }
  });

  it("is not shown in a value or a name that differs from the contract", async () => {
    for (const text of [...around(100), ...around(60)]) {
      for (const entry of [
        { ...indexEntry, status: text },
        { ...indexEntry, [text]: 1 },
      ]) {
        const kb = createClient(async () => Response.json([entry]), { validate: "strict" });
        expectNoPart(await expectRejection(ResponseError, getIndex(kb)));
      }
    }
  });

  it("is not shown in the message of an error of fetch", async () => {
    for (const text of [...around(500), ...around(950)]) {
      const kb = createClient(() => Promise.reject(new Error(text)), { retries: 0 });
      const { error } = await getIndex(kb).safe();
      if (!error) throw new Error("The call was expected to fail and did not");
      expectNoPart(error);
    }
  });
});
