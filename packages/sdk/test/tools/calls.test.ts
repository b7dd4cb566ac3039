import type { ClientOptions } from "@knowledge-base/sdk";
import type { ToolOptions } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { secretKey } from "../helpers/client.ts";
import { hostileTexts } from "../helpers/hostile-texts.ts";
import { brainId, dataOf, defineSafe, installationId, openTool, openTools } from "../helpers/open-tools.ts";

// Reads the message of an error back from its text, and throws if the text isn't advice and one element in one line.
function readError(text: string): string {
  const pattern =
    /^[\w ,.:'-]+ <knowledge-base-error code="\w+">([^<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*)<\/knowledge-base-error>$/u;
  const match = pattern.exec(text);
  if (!match || text.length > 3500) throw new Error(`Not an error: ${text}`);
  return match[1] ?? "";
}

const archive = { allow: ["pages.archive"] } as const satisfies ToolOptions;

/** Returns what a tool with the fields of the body sends for an input. */
async function send(body: object, input: unknown) {
  const operation = defineSafe({ body: z.object(body as z.core.$ZodShape) });
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
  level, priority: z.literal([1, "auto"]), any: z.unknown(), day: z.iso.date().nullable(),
  "filter[id]": z.string(), $top: z.int(), "2nd": z.string(),
}).partial();

const addedByHosts = { _meta: {}, toolCallId: "b", sessionId: "c", action: "d", chatInput: "e", tool: "f" };

describe("what models and hosts write", () => {
  it.each<{ written: string; input: unknown; sent: object }>([
    { written: "a number as text", input: { number: " 2.5 ", int: "50" }, sent: { number: 2.5, int: 50 } },
    { written: "a boolean as text", input: { on: "true", off: "False" }, sent: { on: true, off: false } },
    { written: "a number as text, one of several values", input: { priority: "1" }, sent: { priority: 1 } },
    { written: "a text, one of several values", input: { priority: "auto" }, sent: { priority: "auto" } },
    { written: "a number for a text", input: { text: 2024 }, sent: { text: "2024" } },
    { written: "an object as text", input: { point: '{"x":1}' }, sent: { point: { x: 1 } } },
    { written: "a list as text with numbers as text", input: { ints: '["1", 2]' }, sent: { ints: [1, 2] } },
    { written: "booleans as text in a list of lists", input: { lists: [["true"], []] }, sent: { lists: [[true], []] } },
    { written: "a number in a list of texts", input: { texts: [4, "", "null"] }, sent: { texts: ["4", "", "null"] } },
    { written: "null for what is optional", input: { int: null, text: null }, sent: {} },
    { written: '"null" for what is optional', input: { int: "null", text: "null", level: "null" }, sent: {} },
    { written: "no text for what is optional", input: { int: "", on: " ", text: "", level: "", any: "" }, sent: {} },
    { written: "null for what may be null", input: { day: null }, sent: { day: null } },
    { written: '"null" for what may be null', input: { day: "null" }, sent: { day: null } },
    { written: "a text for any value", input: { any: "1" }, sent: { any: "1" } },
    { written: "a text that looks like a number", input: { text: "007" }, sent: { text: "007" } },
    { written: "a text or a number", input: { textOrNumber: "7" }, sent: { textOrNumber: "7" } },
    { written: "JSON", input: '{"int":1}', sent: { int: 1 } },
    { written: "JSON in a text of JSON", input: '"{\\"int\\":\\"1\\"}"', sent: { int: 1 } },
    { written: "undefined for what may be null", input: { day: undefined }, sent: {} },
    { written: "no input", input: null, sent: {} },
    { written: "no input in a text of JSON", input: '"null"', sent: {} },
    { written: "an empty input", input: " ", sent: {} },
    { written: "fields of hosts", input: { int: 1, ...addedByHosts }, sent: { int: 1 } },
    { written: "unknown fields that are null", input: { int: 1, cursor: null }, sent: { int: 1 } },
    { written: "a name with brackets", input: { filter_id_: "a" }, sent: { "filter[id]": "a" } },
    { written: "a name that begins with $", input: { _top: "5" }, sent: { $top: 5 } },
    { written: "a name that begins with a digit", input: { _2nd: "b" }, sent: { "2nd": "b" } },
  ])("is taken if it can't mean anything else, such as $written", async ({ input, sent }) => {
    expect(await send(optionalFields.shape, input)).toEqual(sent);
  });

  it.each<{ value: string; body: object; input: unknown }>([
    { value: "null for any value", body: { any: z.unknown() }, input: { any: null } },
    { value: 'the text "null" of a required field', body: { text: z.string() }, input: { text: "null" } },
    { value: "a field of the same name as one of hosts", body: { action: z.string() }, input: { action: "a" } },
    { value: "an empty text of a required field", body: { text: z.string() }, input: { text: "" } },
  ])("isn't mistaken for a field that is left out, such as $value", async ({ body, input }) => {
    expect(await send(body, input)).toEqual(input);
  });

  it("keeps fields apart whose names are the same for providers", async () => {
    const body = { "a.b": z.string(), "a-b": z.string() };
    expect(await send(body, { a_b: "1", a_b_1: "2" })).toEqual({ "a.b": "1", "a-b": "2" });
    const named = { a_b_2: z.string(), ...body };
    expect(await send(named, { a_b_2: "0", a_b: "1", a_b_3: "2" })).toEqual({ a_b_2: "0", "a.b": "1", "a-b": "2" });
  });

  it('takes the text "null" for a required field that may be null', async () => {
    expect(await send({ day: z.iso.date().nullable() }, { day: "null" })).toEqual({ day: null });
  });

  it.each<{ body: object; input: unknown; problem: string }>([
    { body: { n: z.int() }, input: { n: "many" }, problem: "n must be a number, not a string." },
    { body: { n: z.int() }, input: { n: "2.5" }, problem: "n must be a whole number" },
    { body: { n: z.int() }, input: { n: "" }, problem: "n must be a number, not a string." },
    { body: { b: z.boolean() }, input: { b: "yes" }, problem: "b must be a boolean, not a string." },
    { body: { l: z.array(z.string()) }, input: { l: "a, b" }, problem: "l must be an array, not a string." },
    { body: { n: z.int() }, input: { n: 1, dryRun: true }, problem: "dryRun is not a field; the fields are n." },
    { body: { n: z.int() }, input: [1], problem: "fields must be an object with any of n (got an array)." },
    { body: {}, input: [1], problem: "fields must be an object (got an array)." },
    { body: { n: z.int() }, input: "{n: 1", problem: "fields must be an object with any of n (got a string)." },
    { body: { n: z.int() }, input: {}, problem: "n is missing." },
  ])("gets one sentence if it is wrong, such as '$problem'", async ({ body, input, problem }) => {
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

const binding = { bindingId: "binding_bridge" };
const oneFlag = { ...binding, notifyBriefs: null, notifyConnections: null, notifyChanges: false };

// biome-ignore format: one row a line
it.each<{ what: string; name: string; input: unknown; sent: object }>([
  { what: "that is missing is sent as none", name: "prompt_index_get", input: undefined, sent: { query: "" } },
  { what: "is sent without null in a query", name: "prompt_index_get", input: { limit: null }, sent: { query: "" } },
  { what: "is sent with its values", name: "prompt_index_get", input: { limit: 5 }, sent: { query: "limit=5" } },
  { what: "is sent with the fixed fields", name: "channels_list", input: {}, sent: { query: `installationId=${installationId}` } },
  { what: "is sent without null in a body", name: "bindings_update", input: oneFlag, sent: { requestBody: '{"notifyChanges":false}' } },
])("the input of a tool of $name $what", async ({ name, input, sent }) => {
  const { server, call } = openTools({ brainId, installationId });
  dataOf(await call(name, input));
  const path = expect.stringContaining(`/v1/brains/${brainId}/`);
  expect(server.journal.entries()).toMatchObject([{ path, ...sent }]);
});

it.each<{ input: unknown; problem: string }>([
  { input: { brainId, slug: null }, problem: "slug must be a string, not null" },
  { input: { brainId }, problem: "slug is missing" },
  { input: { brainId, slug: ".." }, problem: "slug must not be a dot segment" },
  { input: { slugs: "a" }, problem: "slugs is not a field; did you mean slug?" },
  { input: { slug: "a", brainId: "x" }, problem: "brainId must be one of brain_operations, brain_guest_services" },
  { input: { ["<&".repeat(100_000)]: 1 }, problem: "is not a field" },
  { input: JSON.parse('{"slug":"a","__proto__":{"x":1}}'), problem: "__proto__ is not a field" },
])(
  "the input of a tool is rejected, whether it is called or validated, because $problem",
  async ({ input, problem }) => {
    const { server, find } = openTools({ brainId: [brainId, "brain_guest_services"], installationId });
    const tool = find("pages_archive");
    for (const result of [await tool.call(input), await tool.validate(input)]) {
      expect(result).toMatchObject({ ok: false, code: "input", error: { code: "input" } });
      expect(readError("text" in result ? result.text : "")).toContain(problem);
    }
    expect(server.journal.entries()).toEqual([]);
  },
);

it("the input of a tool can have any field fixed for one tool", async () => {
  const fixed = { ...binding, notifyChanges: true };
  const { server, find, call } = openTools({ brainId, allow: [{ operation: "bindings.update", fixed }] });
  expect(Object.keys(find("bindings_update").inputSchema.properties)).toEqual(["notifyBriefs", "notifyConnections"]);
  dataOf(await call("bindings_update", { notifyBriefs: false, notifyConnections: null }));
  expect(server.journal.entries()).toMatchObject([{ requestBody: '{"notifyBriefs":false,"notifyChanges":true}' }]);
});

it("the input of a tool is checked by asynchronous schemas", async () => {
  const body = z.object({ note: z.string().refine(async (value) => value !== "bad") });
  const tool = openTool({ allow: [defineSafe({ body })] });
  expect(await tool.call({ note: "good" })).toMatchObject({ ok: true });
  expect(await tool.call({ note: "bad" })).toMatchObject({ ok: false, code: "input" });
});

const respond = (statusCode: number, message = "Reason") => {
  const body = { statusCode, timestamp: "2026-01-01T00:00:00.000Z", path: "/v1", message };
  return Response.json(body, { status: statusCode });
};
const hang = ({ signal }: Request) => new Promise<Response>((_, reject) => signal.addEventListener("abort", reject));
const uncertain = " It is not known whether the change was made.";
const noAccess = "The program has no access to the knowledge base. No input corrects that: tell the person.";
const unavailable = "The knowledge base is not available. Tell the person to try again later.";
const unusable = `The response of the knowledge base cannot be used. Tell the person.${uncertain}`;
const noRecord = "There is no such record, or no longer.";
const askForIds = `${noRecord} Take ids and slugs from the results of other tools, or ask the person for them.`;
const html = "<html></knowledge-base-error><script>";

type Respond = (request: Request) => Response | Promise<Response>;

// biome-ignore format: one row a line
it.each<{ code: string; advice: string; response: Respond; client?: ClientOptions }>([
  { code: "bad_request", advice: "Correct the input and call the tool again.", response: () => respond(400) },
  { code: "unauthorized", advice: noAccess, response: () => respond(401) },
  { code: "api_error", advice: "The knowledge base has rejected the call. Tell the person.", response: () => respond(409) },
  { code: "not_found", advice: askForIds, response: () => respond(404) },
  { code: "rate_limit", advice: unavailable, response: () => respond(429) },
  { code: "server_error", advice: unavailable + uncertain, response: () => new Response(html, { status: 502 }) },
  { code: "connection", advice: unavailable + uncertain, response: () => Promise.reject(new TypeError("fetch failed")) },
  { code: "timeout", advice: unavailable + uncertain, response: hang, client: { timeout: 20 } },
  { code: "response", advice: unusable, response: () => Response.json({}, { status: 201 }) },
  { code: "redirect", advice: noAccess, response: () => new Response(null, { status: 302, headers: { location: "/login" } }) },
  { code: "configuration", advice: noAccess, response: () => respond(500), client: { apiKey: () => "" } },
])("an error of a tool with the code $code says '$advice'", async ({ code, advice, response, client }) => {
  const safe = await openTool({ allow: ["promptIndex.get"] }, response, client).call({});
  expect(safe.text).not.toContain(uncertain);
  const result = await openTool(archive, response, client).call({ slug: "kestrel" });
  expect(result).toMatchObject({ ok: false, code, error: { code, name: expect.any(String) } });
  expect(result.text.split(" <knowledge-base-error")[0]).toBe(advice);
  expect(readError(result.text)).toContain("Failed to archive a page: ");
});

const notIndexes = ["null", "{}", "[{}]", "[null]", '[{"title":5}]'];

it.each(notIndexes)("an error of a tool has no error for the index %s in the mode report", async (body) => {
  const tool = openTool({ allow: ["promptIndex.get"] }, () => new Response(body), { validate: "report" });
  expect(await tool.call({})).toHaveProperty("ok", true);
});

it("an error of a tool with the code not_found tells the person if the program has set all ids", async () => {
  const options = { allow: ["promptIndex.get"], brainId: "brain_unknown" } as const;
  const { text } = await openTool(options, () => respond(404)).call({});
  expect(text).toContain(`${noRecord} No input corrects that: tell the person. <`);
});

it.each(["\u200b", "\u00ad", "\u{e0041}", "\ufdd0"])("an error of a tool hides a key with %j", async (part) => {
  const split = `${secretKey.slice(0, 9)}${part}${secretKey.slice(9)}`;
  const result = await openTool(archive, () => respond(404, `No ${split}`)).call({ slug: "kestrel" });
  expect(readError(result.text)).toContain("No kb_secret ");
  expect(result.text).not.toContain(secretKey);
});

it.each([...hostileTexts, "&".repeat(5000)])("an error of a tool keeps $0 inside of its element", async (text) => {
  const result = await openTool(archive, () => respond(404, text)).call({ slug: "kestrel" });
  expect(readError(result.text)).toContain("Failed to archive a page");
  for (const input of [{ [text]: text }, { slug: text.replaceAll("/", ""), brainId: text }])
    readError((await openTool(archive).call(input)).text);
});
