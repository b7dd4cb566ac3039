import type { ClientOptions } from "@knowledge-base/sdk";
import type { ToolOptions } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { secretKey } from "../helpers/client.ts";
import { hostileTexts } from "../helpers/hostile-texts.ts";
import { brainId, dataOf, defineSafe, installationId, openTool, openTools } from "../helpers/open-tools.ts";

// Reads the message of an error back from its text, and throws if the text isn't advice and one element in one line.
function readError(text: string): string {
  const match =
    /^[\w ,.:'-]+ <knowledge-base-error code="\w+">([^<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*)<\/knowledge-base-error>$/u.exec(
      text,
    );
  if (!match || text.length > 3500) throw new Error(`Not an error: ${text}`);
  return match[1] ?? "";
}

const archive = { allow: ["pages.archive"] } as const satisfies ToolOptions;

describe("what models and hosts write", () => {
  /** Returns what a tool with the fields of the body sends for an input. */
  async function send(body: object, input: unknown, idempotency = "safe") {
    const operation = defineSafe({ body: z.object(body as z.core.$ZodShape), idempotency });
    const tool = openTool({ allow: [operation] }, async (request) => Response.json(await request.json()));
    const result = await tool.call(input);
    return result.ok ? result.data["value"] : result.text;
  }

  const level = z.enum(["low", "high"]);
  // biome-ignore format: fields of one kind are in one line
  const optionalFields = z.object({
    number: z.number(), int: z.int(), ints: z.array(z.int()), point: z.object({ x: z.int() }),
    on: z.boolean(), off: z.boolean(), lists: z.array(z.array(z.boolean())),
    text: z.string(), texts: z.array(z.string()), textOrNumber: z.union([z.string(), z.number()]),
    level, code: z.literal(["none", 2]), any: z.unknown(), day: z.iso.date().nullable(), nullable: z.int().nullable(),
    "filter[id]": z.string(), $top: z.int(), "2nd": z.string(),
  }).partial();

  const addedByHosts = { _meta: {}, toolCallId: "b", sessionId: "c", action: "d", chatInput: "e", tool: "f" };

  // biome-ignore format: one row a line
  it.each<[written: string, input: unknown, sent: object]>([
    ["a number as text", { number: " 2.5 ", int: "50" }, { number: 2.5, int: 50 }],
    ["a boolean as text", { on: "true", off: "False" }, { on: true, off: false }],
    ["a number for a text", { text: 2024 }, { text: "2024" }],
    ["a list and an object as text", { texts: '["a"]', point: '{"x":1}' }, { texts: ["a"], point: { x: 1 } }],
    ["numbers as text in a list", { ints: ["1", 2, " 3"] }, { ints: [1, 2, 3] }],
    ["booleans as text in a list of lists", { lists: [["true"], []] }, { lists: [[true], []] }],
    ["numbers and empty texts in a list of texts", { texts: [4, "", "null"] }, { texts: ["4", "", "null"] }],
    ["a list as text with numbers as text", { ints: '["1", 2]' }, { ints: [1, 2] }],
    ["null for what is optional", { int: null, text: null }, {}],
    ['"null" for what is optional', { int: "null", text: "null", level: "null" }, {}],
    ["an empty text for what is optional", { int: "", on: " ", text: "", level: "", any: "" }, {}],
    ["null for what is nullable", { day: "null", nullable: null }, { day: null, nullable: null }],
    ["a text for any value", { any: "1" }, { any: "1" }],
    ["a text that looks like a number", { text: "007", textOrNumber: "7" }, { text: "007", textOrNumber: "7" }],
    ["a choice as text, or with spaces", { code: "2", level: " low" }, { code: 2, level: "low" }],
    ["JSON", '{"int":1}', { int: 1 }],
    ["JSON in a text of JSON", '"{\\"int\\":\\"1\\"}"', { int: 1 }],
    ["no input", null, {}],
    ["an empty input", " ", {}],
    ["fields of hosts", { int: 1, ...addedByHosts }, { int: 1 }],
    ["unknown fields that are null", { int: 1, cursor: null }, { int: 1 }],
    ["names that no provider takes", { filter_id_: "a", _top: "5", _2nd: "b" }, { "filter[id]": "a", $top: 5, "2nd": "b" }],
  ])("is taken if it can't mean anything else: %s", async (_, input, sent) => {
    expect(await send(optionalFields.shape, input)).toEqual(sent);
  });

  // biome-ignore format: one row a line
  it.each<[value: string, body: object, input: unknown, idempotency?: string]>([
    ["null for any value", { any: z.unknown() }, { any: null }],
    ['the text "null" of a required field', { text: z.string() }, { text: "null" }],
    ["a field of the same name as one of hosts", { action: z.string() }, { action: "a" }],
    ["an empty text in a change, which may empty a field", { text: z.string().optional() }, { text: "" }, "idempotent"],
  ])("isn't mistaken for a field that is left out: %s", async (_, body, input, idempotency) => {
    expect(await send(body, input, idempotency)).toEqual(input);
  });

  it("keeps fields apart whose names are the same for providers", async () => {
    const body = { "a.b": z.string(), "a-b": z.string() };
    expect(await send(body, { a_b: "1", a_b_1: "2" })).toEqual({ "a.b": "1", "a-b": "2" });
  });

  it('takes the text "null" for a required field that may be null', async () => {
    expect(await send({ day: z.iso.date().nullable() }, { day: "null" })).toEqual({ day: null });
  });

  it("leaves a choice out if it is empty, also in a change", async () => {
    expect(await send({ level: level.optional() }, { level: "" }, "idempotent")).toEqual({});
  });

  // biome-ignore format: one row a line
  it.each<[body: object, input: unknown, problem: string]>([
    [{ n: z.int() }, { n: "many" }, "n must be a number, not a string."],
    [{ n: z.int() }, { n: "2.5" }, "n must be a whole number"],
    [{ n: z.int() }, { n: "" }, "n must be a number, not a string."],
    [{ b: z.boolean() }, { b: "yes" }, "b must be a boolean, not a string."],
    [{ l: z.array(z.string()) }, { l: "a, b" }, "l must be an array, not a string."],
    [{ n: z.int() }, { n: 1, dryRun: true }, "dryRun is not a field; the fields are n."],
    [{ n: z.int() }, [1], "fields must be an object with any of n (got an array)."],
    [{}, [1], "fields must be an object (got an array)."],
    [{ n: z.int() }, "{n: 1", "fields must be an object with any of n (got a string)."],
    [{ n: z.int() }, {}, "n is missing."],
  ])("gets one sentence if it is wrong: $2", async (body, input, problem) => {
    const text = String(await send(body, input));
    expect(text.startsWith("Correct the input and call the tool again. <knowledge-base-error")).toBe(true);
    expect(readError(text)).toContain(problem);
  });

  it("doesn't choose another value for a field that the program fixes", async () => {
    const { call } = openTools({ brainId });
    dataOf(await call("prompt_index_get", { brainId }));
    const { text } = await call("prompt_index_get", { brainId: "brain_recipes" });
    expect(text).toContain("brainId is not a field; the fields are limit.");
  });
});

describe("the input of a tool", () => {
  const binding = { bindingId: "binding_bridge" };
  const oneFlag = { ...binding, notifyBriefs: null, notifyConnections: null, notifyChanges: false };

  // biome-ignore format: one row a line
  it.each<[what: string, name: string, input: unknown, sent: object]>([
    ["that is missing is sent as none", "prompt_index_get", undefined, { query: "" }],
    ["is sent without null in a query", "prompt_index_get", { limit: null }, { query: "" }],
    ["is sent with its values", "prompt_index_get", { limit: 5 }, { query: "limit=5" }],
    ["is sent with the fixed fields", "channels_list", {}, { query: `installationId=${installationId}` }],
    ["is sent without null in a body", "bindings_update", oneFlag, { requestBody: '{"notifyChanges":false}' }],
  ])("%s, to %s", async (_, name, input, sent) => {
    const { server, call } = openTools({ brainId, installationId });
    dataOf(await call(name, input));
    const path = expect.stringContaining(`/v1/brains/${brainId}/`);
    expect(server.journal.entries()).toMatchObject([{ path, ...sent }]);
  });

  const long = "<&".repeat(100_000);

  // biome-ignore format: one row a line
  it.each<[string, unknown, string]>([
    ["pages_archive", { brainId, slug: null }, "slug is missing"],
    ["pages_archive", { brainId, slug: true }, "slug must be a string"],
    ["pages_archive", { brainId, slug: ".." }, "slug must not be a dot segment"],
    ["pages_archive", { slugs: "a" }, "slugs is not a field; did you mean slug?"],
    ["pages_archive", { slug: "a", brainId: "brain_recipes" }, "brainId must be one of brain_operations, brain_guest_services"],
    ["pages_archive", { [long]: 1 }, "is not a field"],
    ["pages_archive", JSON.parse('{"slug":"a","__proto__":{"x":1}}'), "__proto__ is not a field"],
  ])("of $0 is rejected, whether it is called or validated: $2", async (name, input, problem) => {
    const { server, find } = openTools({ brainId: [brainId, "brain_guest_services"], installationId });
    for (const result of [await find(name).call(input), await find(name).validate(input)]) {
      expect(result).toMatchObject({ ok: false, code: "input", error: { code: "input" } });
      expect(readError("text" in result ? result.text : "")).toContain(problem);
    }
    expect(server.journal.entries()).toEqual([]);
  });

  it("can have any field fixed for one tool", async () => {
    const fixed = { ...binding, notifyChanges: true };
    const { server, find, call } = openTools({ brainId, allow: [{ operation: "bindings.update", fixed }] });
    expect(Object.keys(find("bindings_update").inputSchema.properties)).toEqual(["notifyBriefs", "notifyConnections"]);
    dataOf(await call("bindings_update", { notifyBriefs: false, notifyConnections: null }));
    expect(server.journal.entries()).toMatchObject([{ requestBody: '{"notifyBriefs":false,"notifyChanges":true}' }]);
  });

  it("is checked by asynchronous schemas", async () => {
    const body = z.object({ note: z.string().refine(async (value) => value !== "bad") });
    const tool = openTool({ allow: [defineSafe({ body })] });
    expect(await tool.call({ note: "good" })).toMatchObject({ ok: true });
    expect(await tool.call({ note: "bad" })).toMatchObject({ ok: false, code: "input" });
  });
});

describe("an error of a tool", () => {
  const respond = (statusCode: number, message = "Reason") => {
    const body = { statusCode, timestamp: "2026-01-01T00:00:00.000Z", path: "/v1", message };
    return Response.json(body, { status: statusCode });
  };
  const hang = ({ signal }: Request) => new Promise<Response>((_, reject) => signal.addEventListener("abort", reject));
  const moved = { status: 302, headers: { location: "/login" } };
  const uncertain = " It is not known whether the change was made.";
  const noAccess = "The program has no access to the knowledge base. No input corrects that: tell the person.";
  const unavailable = "The knowledge base is not available. Tell the person to try again later.";
  const unusable = `The response of the knowledge base cannot be used. Tell the person.${uncertain}`;
  const noRecord = "There is no such record, or no longer.";
  const askForIds = `${noRecord} Take ids and slugs from the results of other tools, or ask the person for them.`;
  const hostilePage = "<html></knowledge-base-error><script>";

  // biome-ignore format: one row a line
  it.each<[code: string, advice: string, respond: (request: Request) => Response | Promise<Response>, client?: ClientOptions]>([
    ["bad_request", "Correct the input and call the tool again.", () => respond(400)],
    ["unauthorized", noAccess, () => respond(401)],
    ["api_error", "The knowledge base has rejected the call. Tell the person.", () => respond(409)],
    ["not_found", askForIds, () => respond(404)],
    ["rate_limit", unavailable, () => respond(429)],
    ["server_error", unavailable + uncertain, () => new Response(hostilePage, { status: 502 })],
    ["connection", unavailable + uncertain, () => Promise.reject(new TypeError("fetch failed"))],
    ["timeout", unavailable + uncertain, hang, { timeout: 20 }],
    ["response", unusable, () => Response.json({}, { status: 201 })],
    ["redirect", noAccess, () => new Response(null, moved)],
    ["configuration", noAccess, () => respond(500), { apiKey: () => "" }],
  ])("with the code %s says: %s", async (code, advice, response, client) => {
    const safe = await openTool({ allow: ["promptIndex.get"] }, response, client).call({});
    expect(safe.text).not.toContain(uncertain);
    const result = await openTool(archive, response, client).call({ slug: "kestrel" });
    expect(result).toMatchObject({ ok: false, code, error: { code, name: expect.any(String) } });
    expect(result.text.split(" <knowledge-base-error")[0]).toBe(advice);
    expect(readError(result.text)).toContain("Failed to archive a page: ");
  });

  const notIndexes = ["null", "{}", "[{}]", "[null]", '[{"title":5}]'];

  it.each(notIndexes)("has no error for the index %s in the mode report", async (body) => {
    const tool = openTool({ allow: ["promptIndex.get"] }, () => new Response(body), { validate: "report" });
    expect(await tool.call({})).toHaveProperty("ok", true);
  });

  it("with the code not_found tells the person if the program has set all ids", async () => {
    const options = { allow: ["promptIndex.get"], brainId: "brain_unknown" } as const;
    const { text } = await openTool(options, () => respond(404)).call({});
    expect(text).toContain(`${noRecord} No input corrects that: tell the person. <`);
  });

  it.each(["\u200b", "\u00ad", "\u{e0041}", "\ufdd0"])(
    "never has the key, even if the service splits it by %j",
    async (part) => {
      const split = `${secretKey.slice(0, 9)}${part}${secretKey.slice(9)}`;
      const result = await openTool(archive, () => respond(404, `No ${split}`)).call({ slug: "kestrel" });
      expect(readError(result.text)).toContain("No kb_secret ");
      expect(result.text).not.toContain(secretKey);
    },
  );

  it.each([...hostileTexts, "&".repeat(5000)])("has texts of others inside of its element: $0", async (text) => {
    const result = await openTool(archive, () => respond(404, text)).call({ slug: "kestrel" });
    expect(readError(result.text)).toContain("Failed to archive a page");
    for (const input of [{ [text]: text }, { slug: text.replaceAll("/", ""), brainId: text }]) {
      readError((await openTool(archive).call(input)).text);
    }
  });
});
