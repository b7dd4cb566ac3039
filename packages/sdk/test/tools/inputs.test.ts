import { describe, expect, it } from "vitest";
import { brainId, findTool, openTools } from "./open-tools.ts";
import { readError } from "./read-result.ts";

describe("the input of a tool", () => {
  it("may have null for fields that can be left out", async () => {
    const { server, call } = openTools({ brainId });
    expect((await call("prompt_index_get", { limit: null })).ok).toBe(true);
    const flags = { notifyBriefs: null, notifyConnections: null, notifyChanges: false };
    expect((await call("bindings_update", { bindingId: "binding_bridge", ...flags })).ok).toBe(true);
    expect(server.journal.entries()).toMatchObject([{ query: "" }, { requestBody: '{"notifyChanges":false}' }]);
  });

  it.each([undefined, null, {}])("may be %j if no field is required", async (input) => {
    const { call } = openTools({ brainId });
    expect((await call("prompt_index_get", input)).ok).toBe(true);
  });

  it("may have undefined for fields that can be left out", async () => {
    const { server, call } = openTools({ brainId });
    expect((await call("prompt_index_get", { limit: undefined })).ok).toBe(true);
    expect(server.journal.entries()).toMatchObject([{ query: "" }]);
  });

  it("may be nested deeply under names that every object has", async () => {
    const { call } = openTools({ brainId });
    let input: object = {};
    for (let level = 0; level < 50_000; level += 1) input = { constructor: input };
    const result = await call("prompt_index_get", input);
    expect(readError(result.text)).toContain("constructor is not a known field");
  });

  it.each([
    ["pages_archive", {}, "slug is missing"],
    ["pages_archive", { slug: null }, "slug must be a string"],
    ["pages_archive", { slug: 7 }, "slug must be a string"],
    ["pages_archive", { slug: "" }, "slug must not be empty"],
    ["pages_archive", { slug: ".." }, "slug must not be a dot segment"],
    ["pages_archive", { slug: "a\uD800" }, "slug must be well-formed Unicode"],
    ["pages_archive", { slugs: "a" }, "slugs is not a known field; did you mean slug?"],
    ["pages_archive", [], "input must be an object"],
    ["pages_archive", "kestrel", "input must be an object"],
    ["pages_archive", JSON.parse('{"slug":"a","__proto__":{"x":1}}'), "__proto__ is not a known field"],
    ["prompt_index_get", { limit: "many" }, "limit must be a number, not a string"],
    ["prompt_index_get", { limit: 1.5 }, "limit must be a whole number, not 1.5"],
    ["bindings_update", { bindingId: "b", notifyBriefs: "no" }, "notifyBriefs must be a boolean, not a string"],
    ["channels_list", { installationId: "" }, "installationId must not be empty"],
  ])("of %s is rejected if it is %j: %s", async (name, input, problem) => {
    const { server, call } = openTools({ brainId });
    const result = await call(name, input);
    expect(result).toMatchObject({ ok: false, code: "input" });
    expect(readError(result.text)).toContain(problem);
    expect(server.journal.entries()).toEqual([]);
  });

  it("is validated without a call", async () => {
    const { server, tools } = openTools({ brainId });
    const tool = findTool(tools, "pages_archive");
    expect(await tool.validate({ slug: "kestrel" })).toEqual({
      ok: true,
      input: { brainId, slug: "kestrel" },
      question: 'Archive a page? slug: "kestrel", brainId: "brain_operations"',
    });
    expect(await tool.validate({})).toMatchObject({ ok: false, code: "input" });
    expect(server.journal.entries()).toEqual([]);
  });

  it("has problems of limited length", async () => {
    const { call } = openTools({ brainId });
    const long = "<&".repeat(100_000);
    for (const input of [{ [long]: 1 }, { slug: long, [`${long}x`]: 2 }, long]) {
      const { text } = await call("pages_archive", input);
      expect(text.length).toBeLessThanOrEqual(1000);
      readError(text);
    }
  });
});
