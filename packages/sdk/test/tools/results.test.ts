import type { ToolOptions } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { brainId, dataOf, declare, installationId, openTool, openTools } from "./open-tools.ts";
import { hostileTexts, readIndex, readResult } from "./read-result.ts";

/** Calls a tool of an own operation, whose output is a value. */
async function present(output: unknown, options: ToolOptions = {}, schema: z.ZodType = z.unknown()) {
  const success = { status: 200, schema: schema.transform(() => output) };
  const result = await openTool({ allow: [declare({ success })], ...options }).call({});
  const data = dataOf(result);
  expect(readResult(result.text)).toEqual(data);
  expect(result.text.length).toBeLessThanOrEqual(options.maxOutputLength ?? 20_000);
  return { ...data, length: result.text.length };
}

const page = openTools().server.control.pages.get({ brainId, slug: "kestrel" });

describe("the result of a tool", () => {
  it("is text and the same as data, with lists as a field", async () => {
    const result = await openTools({ brainId, installationId }).call("channels_list", {});
    expect(dataOf(result)).toMatchObject({ channels: [{ id: "C01BRIDGE", name: "bridge" }, {}, {}, {}, {}] });
    expect(readResult(result.text)).toEqual(dataOf(result));
  });

  it("has no embedding and no fields that the contract does not have", async () => {
    const source = { channel: "chat", secret: "x" };
    const record = { ...page, source, novelty: "x".repeat(50_000) };
    const respond = () => Response.json(record, { status: 201 });
    const data = dataOf(await openTool({ allow: ["pages.archive"] }, respond).call({ slug: "kestrel" }));
    const { embedding, ...rest } = page;
    expect(embedding.length).toBeGreaterThan(1000);
    expect(Object.keys(data).toSorted()).toEqual(Object.keys(rest).toSorted());
    expect(data["source"]).not.toHaveProperty("secret");
  });

  it("has the fields of a custom operation, also those that its schema does not list", async () => {
    const schema = z.looseObject({ slug: z.string(), embedding: z.array(z.number()).optional() });
    const found = { slug: "kestrel", embedding: [1, 2], more: { text: "x" } };
    const tool = openTool({ allow: [declare({ success: { status: 200, schema } })] }, () => Response.json(found));
    expect(dataOf(await tool.call({}))).toEqual({ slug: "kestrel", more: { text: "x" } });
    const item = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    const list = declare({ success: { status: 200, schema: z.array(item) } });
    const items = [{ a: "x" }, { b: "y" }];
    expect(dataOf(await openTool({ allow: [list] }, () => Response.json(items)).call({}))).toEqual({ items });
  });

  it("says that it is done if there is no body", async () => {
    const remove = declare({ method: "DELETE", success: { status: 204, schema: z.void() } });
    const result = await openTool({ allow: [remove] }, () => new Response(null, { status: 204 })).call({});
    expect(dataOf(result)).toEqual({ done: true });
  });

  it("has values that JSON does not have, as text or null", async () => {
    const output = { big: 12n, none: Number.NaN, run: () => {}, when: new Date(0), left: undefined, no: false };
    const value = { big: "12", none: null, run: null, when: "1970-01-01T00:00:00.000Z", no: false };
    expect(await present(output)).toMatchObject({ value });
    const cycle: Record<string, unknown> = { name: "core" };
    cycle["self"] = [cycle];
    expect(JSON.stringify(await present(cycle)).split("core")).toHaveLength(12);
  });
});

describe("the length of a result", () => {
  it("shortens a long text, as little as necessary, and says so", async () => {
    const body = "line\n".repeat(10_000);
    const respond = () => Response.json({ ...page, body }, { status: 201 });
    const result = await openTool({ allow: ["pages.archive"] }, respond).call({ slug: "kestrel" });
    const { body: shown, shortened, ...others } = dataOf(result);
    const length = String(shown).length - 1;
    expect(shown).toBe(`${body.slice(0, length)}…`);
    expect(shortened).toEqual([`body: the first ${length} of 50000 characters`]);
    expect(others).toMatchObject({ title: page.title, updatedAt: page.updatedAt, backlinks: page.backlinks });
    expect(result.text.length).toBeGreaterThan(0.7 * 20_000);
  });

  it("shortens a long list, and no ids in it", async () => {
    const channels = Array.from({ length: 500 }, (_, index) => `C${index}-${"<".repeat(20)}`).map((id) => {
      return { id, name: "general", isPrivate: true, isMember: true };
    });
    const tool = openTool({ allow: ["channels.list"], installationId }, () => Response.json(channels));
    const { channels: shown, shortened } = dataOf(await tool.call({}));
    const { length } = shown as readonly unknown[];
    expect(shown).toEqual(channels.slice(0, length));
    expect(length).toBeGreaterThan(50);
    expect(shortened).toEqual([`channels: the first ${length} of 500 elements`]);
  });

  const letters = (length: number, part = "x") => part.repeat(length);
  const many = (count: number, part: unknown) => Array.from({ length: count }, () => part);

  // biome-ignore format: one row a line
  it.each<[string, unknown]>([
    ["a text of emoji", letters(50_000, "🚢")],
    ["a number as text", 10n ** 30_000n],
    ["a list of long texts", many(300, letters(2000, "<"))],
    ["lists in lists", many(300, many(100, many(100, 1)))],
    ["many fields", Object.fromEntries(many(5000, 0).map((_, index) => [`f${index}`, index]))],
    ["long names of fields", Object.fromEntries(many(50, 0).map((_, index) => [letters(5000, "\u202E<\n") + index, letters(500)]))],
    ["a field with many others", { list: many(5000, { id: "a", text: letters(100) }), end: letters(9000) }],
    ["deep objects", Array.from({ length: 5000 }).reduce<unknown>((inner) => ({ inner }), "core")],
  ])("is limited for %s", async (_, output) => {
    for (const maxOutputLength of [2000, 20_000]) {
      const { length } = await present(output, { maxOutputLength });
      if (typeof output === "string") expect(length).toBeGreaterThan(0.7 * maxOutputLength);
    }
  });

  it("is found without reading many more values than it can have", async () => {
    let reads = 0;
    const toJSON = () => {
      reads += 1;
    };
    await present(many(100, many(100, many(100, { toJSON }))), { maxOutputLength: 2000 });
    expect(reads).toBeLessThan(20_000);
  });

  it("keeps what fits, cuts no character in two, and names at most ten parts with the beginning of their paths", async () => {
    expect(await present({ text: letters(19_000) })).not.toHaveProperty("shortened");
    // After an even or an odd number of characters, one of the texts is cut inside of an emoji.
    for (const start of ["", "x"]) {
      const text = start + letters(25_000, "🚢");
      const { value } = (await present(text)) as unknown as { value: string };
      expect(value).toMatch(/^x?(🚢)+…$/u);
      expect(text.startsWith(value.slice(0, -1))).toBe(true);
    }
    const texts = Object.fromEntries(many(12, 0).map((_, index) => [`${index}${letters(150, "n")}`, letters(5000)]));
    const { shortened } = (await present(texts)) as unknown as { shortened: readonly string[] };
    expect(shortened).toHaveLength(10);
    const fields = { shortened: [expect.stringMatching(/^value: the first \d+ of 5000 fields$/)] };
    expect(await present(Object.fromEntries(many(5000, 0).entries()))).toMatchObject(fields);
    expect(shortened[0]).toMatch(/^value\.0n{53}: the first \d+ of 5000 characters$/);
  });

  it.each([2000, 20_000])("of an index has at most %d characters, and whole pages", async (maxOutputLength) => {
    const { server, call } = openTools({ brainId, maxOutputLength });
    for (let index = 0; index < 200; index += 1) {
      server.control.pages.create({ brainId, title: `Page ${index} <&>`, body: "…" });
    }
    const result = await call("prompt_index_get", { limit: 500 });
    const { length } = readIndex(result.text);
    expect(result.text.length).toBeLessThanOrEqual(maxOutputLength);
    expect(result.text).toContain(`left-out="${230 - length}"`);
    expect(dataOf(result)["pages"]).toHaveLength(length);
    expect(dataOf(result)["shortened"]).toEqual([`pages: the first ${length} of 230 elements`]);
  });
});

describe("hostile texts", () => {
  it("stay inside of their entry of the index", async () => {
    const fields = { summary: "", pageType: "topic", pinned: false, status: "active" };
    const entries = hostileTexts.map((title, index) => ({ ...fields, slug: `hostile-${index}`, title }));
    const respond = () => Response.json(entries);
    const result = await openTool({ allow: ["promptIndex.get"], maxOutputLength: 100_000 }, respond).call({});
    expect(readIndex(result.text)).toHaveLength(entries.length);
    expect(dataOf(result)).not.toHaveProperty("shortened");
    expect(dataOf(result)["pages"]).toMatchObject(entries.map(({ slug }) => ({ slug })));
  });

  it("stay inside of the result with a page, without their invisible characters", async () => {
    for (const text of hostileTexts) {
      const hostile = { ...page, title: text, summary: text, body: text, entities: [text], status: text };
      const respond = () => Response.json(hostile, { status: 201 });
      const result = await openTool({ allow: ["pages.archive"] }, respond).call({ slug: "kestrel" });
      expect(readResult(result.text)).toEqual(dataOf(result));
      const { title, body } = dataOf(result);
      expect(title).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
      expect(body).toBe(title);
    }
  });

  it("keep the lines of a body", async () => {
    const { server, call } = openTools({ brainId });
    server.control.pages.create({ brainId, slug: "list", title: "List", body: "# A\r\n\n- b\n\t- c\u2028d 👩‍🚀" });
    expect(dataOf(await call("pages_archive", { slug: "list" }))["body"]).toBe("# A\n\n- b\n\t- c\nd 👩‍🚀");
  });
});
