import { ApiError, BadRequestError, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { createClient, never } from "./helpers/calls.ts";
import { recordBody } from "./helpers/fake-responses.ts";
import { idle, ManualClock, start } from "./helpers/manual-clock.ts";
import { documentedBody, getIndex } from "./helpers/operation-calls.ts";

const noMessage = "without an error message (rawBody has the body)";
const respond = (body: BodyInit | null, status: number, headers: Readonly<Record<string, string>> = {}) =>
  createClient(async () => new Response(body, { status, headers }), { retries: 0 });

describe("the body of a final error", () => {
  it("is read up to 16 KiB, in chunks of any size, and then cancelled", async () => {
    for (const size of [100, 16_384, 100_000]) {
      const { stream, seen } = recordBody((index) => (index < 1_000_000 / size ? size : undefined));
      const { error, response } = await getIndex(respond(stream, 403)).safe();
      expect(error).toMatchObject({ code: "api_error", status: 403, rawBody: " ".repeat(4096) });
      expect(await response?.text()).toHaveLength(16_384);
      await idle();
      expect(seen.isCancelled).toBe(true);
      expect(seen.chunks * size).toBeLessThanOrEqual(16_384 + size);
    }
  });

  it("is parsed up to 16 KiB, with 4,096 characters of each text, and never cut inside a letter", async () => {
    const length = JSON.stringify(documentedBody(403, { message: "" })).length;
    const sized = (bytes: number) => JSON.stringify(documentedBody(403, { message: "x".repeat(bytes - length) }));
    const [fits, exceeds] = [sized(16_384), sized(16_385)];
    expect([fits.length, exceeds.length]).toEqual([16_384, 16_385]);
    const { body } = await expectRejection(ApiError, getIndex(respond(fits, 403)));
    expect(body).toEqual(documentedBody(403, { message: "x".repeat(4096) }));
    const cut = await expectRejection(ApiError, getIndex(respond(exceeds, 403)));
    expect(cut).toMatchObject({ body: undefined, rawBody: exceeds.slice(0, 4096) });
    for (const filler of ["", "x", "xx"]) {
      const text = filler + "東".repeat(10_000);
      const { rawBody } = await expectRejection(ApiError, getIndex(respond(text, 403)));
      expect(rawBody).toBe(text.slice(0, 4096));
    }
  });

  it.each([
    ["never begins", [], never, 1000, "", "whose body did not arrive"],
    ["stalls", ["upstream"], never, 1000, "upstream", noMessage],
    ["breaks at once", [], () => Promise.reject(new TypeError("reset")), 0, "", "whose body did not arrive"],
    ["breaks later", ["upstream"], () => Promise.reject(new TypeError("reset")), 0, "upstream", noMessage],
  ])("that %s keeps the status for at most a second", async (_, texts, end, ms, rawBody, problem) => {
    const left = texts.map((text) => new TextEncoder().encode(text));
    const pull = (stream: ReadableStreamDefaultController) => {
      const chunk = left.shift();
      return chunk ? stream.enqueue(chunk) : end();
    };
    const clock = new ManualClock();
    const body = new ReadableStream({ pull, cancel: never }, { highWaterMark: 0 });
    const kb = respond(body, 502).withOptions({ clock });
    const error = await expectRejection(ServerError, clock.drive(getIndex(kb)));
    expect(error).toMatchObject({ status: 502, rawBody });
    expect(error.cause).toBeUndefined();
    expect(error.message).toBe(`Failed to get the prompt index: 502 ${problem}.`);
    expect([clock.now() - start, clock.pending]).toEqual([ms, 0]);
  });

  it.each([10, 7000])("nested %s levels deep keeps the status", async (depth) => {
    const nested = "[".repeat(depth) + "]".repeat(depth);
    const text = JSON.stringify(documentedBody(400, { body: { message: 0 } })).replace("0}}", `${nested}}}`);
    const error = await expectRejection(BadRequestError, getIndex(respond(text, 400)));
    expect(error).toMatchObject({ status: 400, issues: [] });
    expect(JSON.stringify(error)).toContain("bad_request");
  });

  it("that was read before keeps the status", async () => {
    const fetch = async () => {
      const response = new Response("No", { status: 403 });
      await response.text();
      return response;
    };
    expect(await expectRejection(ApiError, getIndex(createClient(fetch)))).toMatchObject({ status: 403 });
  });
});

describe("the headers of an error", () => {
  it("are at most 100 of at most 1,024 characters, without cookies", async () => {
    const headers = { "set-cookie": "session=4711", "x-long": "a".repeat(1025), "x-fits": "b".repeat(1024) };
    const shown = (await getIndex(respond(null, 403, headers)).safe()).error?.headers;
    expect(shown).toEqual({ ...headers, "set-cookie": "[redacted]", "x-long": "a".repeat(1024) });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, "a"]));
    expect(Object.keys((await getIndex(respond(null, 403, many)).safe()).error?.headers ?? {})).toHaveLength(100);
  });
});
