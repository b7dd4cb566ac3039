import { toTools } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import { createClientWithJson } from "../create-client.ts";
import { brainId, findTool, openTools } from "./open-tools.ts";
import { readResult } from "./read-result.ts";

describe("the result of a tool", () => {
  it("is text and the same as data", async () => {
    const { call } = openTools({ brainId });
    const result = await call("channels_list", { installationId: "installation_harbour_line" });
    if (!result.ok) throw new Error(result.text);
    expect(result.data).toMatchObject({ channels: [{ id: "C01BRIDGE", name: "bridge" }, {}, {}, {}, {}] });
    expect(readResult(result.text)).toEqual(result.data);
  });

  it("has no embedding and no fields that the contract does not have", async () => {
    const { server } = openTools();
    const page = server.control.pages.get({ brainId, slug: "kestrel" });
    const kb = createClientWithJson(201, { ...page, novelty: "x".repeat(50_000) }, { logLevel: "off" });
    const [tool] = toTools(kb, { allow: ["pages.archive"], brainId });
    const result = await tool?.call({ slug: "kestrel" });
    expect(page.embedding.length).toBeGreaterThan(1000);
    if (!result?.ok) throw new Error(result?.text);
    const { embedding: _, ...rest } = page;
    expect(Object.keys(result.data).toSorted()).toEqual(Object.keys(rest).toSorted());
    expect(result.text.length).toBeLessThan(5000);
  });

  it("shortens long texts and says so", async () => {
    const { server, call } = openTools({ brainId });
    server.control.pages.create({ brainId, slug: "long", title: "Long", body: "line\n".repeat(2000) });
    const result = await call("pages_archive", { slug: "long" });
    if (!result.ok) throw new Error(result.text);
    const { body, shortened } = result.data;
    expect(body).toBe(`${"line\n".repeat(400)}…`);
    expect(shortened).toEqual(["body: the first 2000 of 10000 characters"]);
  });

  it("shortens long lists and says so", async () => {
    const { call } = openTools({ brainId, maxListLength: 2 });
    const result = await call("channels_list", { installationId: "installation_harbour_line" });
    expect(result).toMatchObject({
      ok: true,
      data: { channels: [{ id: "C01BRIDGE" }, { id: "C02YARD" }], shortened: ["channels: the first 2 of 5 elements"] },
    });
  });

  it("cuts no character in two", async () => {
    const { server, call } = openTools({ brainId, maxTextLength: 10 });
    server.control.pages.create({ brainId, slug: "emoji", title: `123456789🚢`, body: "b" });
    expect(await call("pages_archive", { slug: "emoji" })).toMatchObject({ data: { title: "123456789…" } });
  });

  it.each([500, 2000, 20_000])("of an index has at most %d characters, and whole pages", async (maxOutputLength) => {
    const { server, call } = openTools({ brainId, maxOutputLength });
    for (let index = 0; index < 200; index += 1) {
      server.control.pages.create({ brainId, title: `Page ${index} <&>`, body: "…" });
    }
    const result = await call("prompt_index_get", { limit: 500 });
    if (!result.ok) throw new Error(result.text);
    const { pages, shortened } = result.data as { pages: unknown[]; shortened: string[] };
    expect(result.text.length).toBeLessThanOrEqual(maxOutputLength);
    expect(result.text).toContain(`pages="${pages.length}" left-out="${230 - pages.length}"`);
    expect(shortened).toEqual([`pages: the first ${pages.length} of 230 elements`]);
  });

  it("has a limited length, whatever the service returns", async () => {
    const name = "<".repeat(5000);
    const channels = Array.from({ length: 500 }, () => ({ id: name, name, isPrivate: true, isMember: true }));
    const [tool] = toTools(createClientWithJson(200, channels, { logLevel: "off" }), {
      allow: ["channels.list"],
      brainId,
    });
    const result = await tool?.call({ installationId: "i" });
    if (!result?.ok) throw new Error(result?.text);
    expect(result.text.length).toBeLessThan(20_000 + 6 * 2 * 2000 + 1000);
    expect(readResult(result.text)).toEqual(result.data);
  });

  it("says what was done if the service returns little", async () => {
    const { tools } = openTools({ brainId });
    const result = await findTool(tools, "bindings_unbind").call({ bindingId: "binding_bridge" });
    expect(result).toMatchObject({ ok: true, data: { disconnected: true } });
  });
});
