import type { ToolOptions } from "@knowledge-base/sdk/tools";
import { expect, it } from "vitest";
import * as z from "zod";
import { hostileTexts } from "../helpers/hostile-texts.ts";
import { brainId, dataOf, defineSafe, installationId, openTool, openTools } from "../helpers/open-tools.ts";

// Reads the result of a tool back from its text, and throws if the text isn't one element with one line of JSON.
function readResult(text: string): unknown {
  const match = /^<knowledge-base-result tool="[\w-]+">\n(.*)\n<\/knowledge-base-result>$/u.exec(text);
  const [, json = ""] = match ?? [];
  if (/[<>`\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(json)) throw new Error(`The result could end its element: ${text}`);
  if (!match) throw new Error(`Not a result: ${text}`);
  return JSON.parse(json);
}

// Reads the pages of an index back from its text, and throws if a text could end its element.
function readIndex(text: string): readonly string[] {
  const match = /^<knowledge-base-index pages="(\d+)" left-out="\d+">\n(.*)<\/knowledge-base-index>$/su.exec(text);
  const pages = (match?.[2] ?? "").split("\n").slice(0, -1);
  const page = /^ {2}<page(?: [a-z]+="[^"<>]*")+><title>[^<>]*<\/title><summary>[^<>]*<\/summary><\/page>$/;
  const isHostile = pages.some((line) => !page.test(line) || /[\p{Cc}\p{Cf}]/u.test(line));
  if (isHostile || Number(match?.[1]) !== pages.length) throw new Error(`Not an index: ${text}`);
  return pages;
}

/** Calls a tool of a custom operation with an output, and checks that its result is one element within the limit. */
async function present(output: unknown, maxOutputLength = 20_000) {
  const success = { status: 200, schema: z.unknown().transform(() => output) };
  const result = await openTool({ allow: [defineSafe({ success })], maxOutputLength }).call({});
  const data = dataOf(result);
  expect(readResult(result.text)).toEqual(data);
  expect(result.text.length).toBeLessThanOrEqual(maxOutputLength);
  return { ...data, length: result.text.length };
}

const page = openTools().server.control.pages.get({ brainId, slug: "kestrel" });

/** Archives a page whose record the service returns with some fields changed. */
async function archive(changes: object): Promise<Readonly<Record<string, unknown>> & { readonly length: number }> {
  const respond = () => Response.json({ ...page, ...changes }, { status: 201 });
  const result = await openTool({ allow: ["pages.archive"] }, respond).call({ slug: "kestrel" });
  expect(readResult(result.text)).toEqual(dataOf(result));
  return { ...dataOf(result), length: result.text.length };
}

it("the result of a tool has all fields of a page, also a new one, but no embedding", async () => {
  const { length, ...data } = await archive({ novelty: "x" });
  const { embedding, ...rest } = page;
  expect(embedding.length).toBeGreaterThan(1000);
  expect(Object.keys(data).toSorted()).toEqual(Object.keys({ ...rest, novelty: "x" }).toSorted());
});

const item = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
const found = { slug: "kestrel", embedding: [1, 2], more: { text: "x" } };

it.each<{ schema: z.ZodType; body: unknown; data: object }>([
  { schema: z.looseObject({ slug: z.string() }), body: found, data: { slug: "kestrel", more: { text: "x" } } },
  { schema: z.array(item), body: [{ a: "x" }, { b: "y" }], data: { items: [{ a: "x" }, { b: "y" }] } },
  { schema: z.void(), body: undefined, data: { done: true } },
])("the result of a tool is what a custom operation returns, such as $data", async ({ schema, body, data }) => {
  const status = body === undefined ? 204 : 200;
  const respond = () => new Response(JSON.stringify(body), { status });
  const tool = openTool({ allow: [defineSafe({ success: { status, schema } })] }, respond);
  expect(dataOf(await tool.call({}))).toEqual(data);
});

it("the result of a tool has values that JSON doesn't have, as text or null", async () => {
  const output = { big: 12n, none: Number.NaN, run: () => {}, when: new Date(0), left: undefined, no: false };
  const value = { big: "12", none: null, run: null, when: "1970-01-01T00:00:00.000Z", no: false };
  expect(await present(output)).toHaveProperty("value", value);
});

it("the length of a result shortens a long text, as little as necessary, and says so", async () => {
  const body = "line\n".repeat(10_000);
  const { body: shown, shortened, length, ...others } = await archive({ body });
  const kept = String(shown).length - 1;
  expect(shown).toBe(`${body.slice(0, kept)}…`);
  expect(shortened).toEqual([`body: the first ${kept} of 50000 characters`]);
  expect(others).toMatchObject({ title: page.title, updatedAt: page.updatedAt, backlinks: page.backlinks });
  expect(length).toBeGreaterThan(0.7 * 20_000);
});

it("the length of a result shortens a long list, and none of its elements", async () => {
  const channels = Array.from({ length: 500 }, (_, index) => {
    return { id: `C${index}-${"<".repeat(20)}`, name: "general", isPrivate: true, isMember: true };
  });
  const tool = openTool({ allow: ["channels.list"], installationId }, () => Response.json(channels));
  const { items, shortened } = dataOf(await tool.call({}));
  const { length } = items as readonly unknown[];
  expect(items).toEqual(channels.slice(0, length));
  expect(length).toBeGreaterThan(50);
  expect(shortened).toEqual([`items: the first ${length} of 500 elements`]);
});

const many = (count: number, part: unknown) => Array.from({ length: count }, () => part);
const fields = (count: number, name: string, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]));

const records = many(5000, { id: "a", text: "x".repeat(100) });

// biome-ignore format: one row a line
it.each<{ name: string; output: unknown; share: number }>([
  { name: "a text of emoji", output: "🚢".repeat(50_000), share: 0.7 },
  { name: "emoji at the other places", output: `x${"🚢".repeat(50_000)}`, share: 0.7 },
  { name: "names of emoji", output: fields(50, "🚢".repeat(1000), "x🚢".repeat(1000)), share: 0 },
  { name: "a text whose beginning is escaped", output: "<".repeat(20_000) + "x".repeat(100_000), share: 0.7 },
  { name: "a number as text", output: 10n ** 30_000n, share: 0.7 },
  { name: "a list of long texts", output: many(300, "<".repeat(2000)), share: 0.5 },
  { name: "lists in lists", output: many(100, many(100, many(100, 1))), share: 0.9 },
  { name: "many fields", output: fields(5000, "f", 1), share: 0 },
  { name: "long names of fields", output: fields(50, "\u202E<\n".repeat(5000), "x".repeat(500)), share: 0 },
  { name: "several long texts", output: fields(12, "n".repeat(150), "x".repeat(5000)), share: 0 },
  { name: "a field with many others", output: { records, end: "x".repeat(9000) }, share: 0.7 },
  { name: "deep objects", output: Array.from({ length: 5000 }).reduce<unknown>((inner) => ({ inner }), "core"), share: 0 },
])("the length of a result is limited for $name, and no character is cut in two", async ({ output, share }) => {
  for (const maxOutputLength of [2000, 20_000]) {
    const result = await present(output, maxOutputLength);
    expect(result.length).toBeGreaterThan(share * maxOutputLength);
    expect(JSON.stringify(result)).not.toMatch(/\\ud[89a-f]/);
  }
});

it("the length of a result keeps what fits, and names at most five parts", async () => {
  expect(await present({ text: "x".repeat(19_000) })).not.toHaveProperty("shortened");
  const cut = await present(fields(12, "f", "x".repeat(5000)));
  expect(cut).toHaveProperty("shortened.length", 5);
  expect(cut).toHaveProperty("shortened.0", expect.stringMatching(/^value\.f0: the first \d+ of 5000 characters$/));
});

it.each([2000, 20_000])("the result of an index has %d characters or less, in whole pages", async (maxOutputLength) => {
  const { server, call } = openTools({ brainId, maxOutputLength });
  for (let index = 0; index < 200; index += 1)
    server.control.pages.create({ brainId, title: `Page ${index} <&>`, body: "…" });
  const result = await call("prompt_index_get", { limit: 500 });
  const { length } = readIndex(result.text);
  expect(result.text.length).toBeLessThanOrEqual(maxOutputLength);
  expect(result.text).toContain(`left-out="${230 - length}"`);
  expect(dataOf(result)["items"]).toHaveLength(length);
  expect(dataOf(result)["shortened"]).toEqual([`items: the first ${length} of 230 elements`]);
});

it("hostile texts stay inside of their entry of the index", async () => {
  const fields = { summary: "", pageType: "topic", pinned: false, status: "active" };
  const entries = hostileTexts.map((title, index) => ({ ...fields, slug: `hostile-${index}`, title }));
  const options: ToolOptions = { allow: ["promptIndex.get"], maxOutputLength: 100_000 };
  const result = await openTool(options, () => Response.json(entries)).call({});
  expect(readIndex(result.text)).toHaveLength(entries.length);
  expect(dataOf(result)).not.toHaveProperty("shortened");
  expect(dataOf(result)["items"]).toMatchObject(entries.map(({ slug }) => ({ slug })));
});

it.each(hostileTexts)("hostile texts such as $0 stay inside of a page, without invisible characters", async (text) => {
  const fields = { title: text, summary: text, body: text, entities: [text], status: text };
  const { title, body } = (await archive(fields)) as Partial<typeof page>;
  expect(title).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
  expect(body).toBe(title);
});

it("hostile texts keep the lines of a body", async () => {
  const { body } = (await archive({ body: "# A\r\n\n- b\n\t- c\u2028d ❤️" })) as Partial<typeof page>;
  expect(body).toBe("# A\n\n- b\n\t- c\nd ❤");
});
