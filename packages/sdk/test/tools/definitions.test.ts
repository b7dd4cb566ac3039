import { toTools } from "@knowledge-base/sdk/tools";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { allOperations, findTool, openTools } from "./open-tools.ts";

describe("toTools", () => {
  it("returns only the operations that change nothing", () => {
    const { kb } = openTools();
    expect(toTools(kb).map(({ operation }) => operation)).toEqual(["channels.list", "promptIndex.get"]);
  });

  it("returns the allowed operations, and no others, in their order", () => {
    const { tools } = openTools({ allow: ["pages.archive", "promptIndex.get"] });
    expect(tools.map(({ name }) => name)).toEqual(["pages_archive", "prompt_index_get"]);
  });

  it("returns no tools if none are allowed", () => {
    expect(openTools({ allow: [] }).tools).toEqual([]);
  });

  it("has a tool for every operation of the contract", () => {
    expect(allOperations.toSorted()).toEqual(Object.keys(contract).toSorted());
    const names = openTools().tools.map(({ name }) => name);
    expect(names).toEqual([
      "prompt_index_get",
      "channels_list",
      "pages_archive",
      "bindings_update",
      "bindings_unbind",
      "oauth_start",
    ]);
  });

  it("describes what each tool does to the records of the service", () => {
    const effects = openTools().tools.map(({ name, annotations }) => [
      name,
      annotations.readOnlyHint,
      annotations.destructiveHint,
      annotations.idempotentHint,
    ]);
    expect(effects).toEqual([
      ["prompt_index_get", true, false, true],
      ["channels_list", true, false, true],
      ["pages_archive", false, true, true],
      ["bindings_update", false, false, true],
      ["bindings_unbind", false, true, true],
      ["oauth_start", false, false, false],
    ]);
  });

  it("describes every field of every input", () => {
    for (const { name, inputSchema } of openTools().tools) {
      for (const [field, { description }] of Object.entries(inputSchema.properties ?? {})) {
        expect(description, `${name}.${field}`).toMatch(/^[A-Z].+/);
      }
    }
  });

  it("uses names and descriptions of the program", () => {
    const { tools } = openTools({
      allow: [{ operation: "pages.archive", name: "hide-page", description: "Hide a page.", destructive: false }],
    });
    const { name, description, annotations } = findTool(tools, "hide-page");
    expect([name, description, annotations.destructiveHint]).toEqual(["hide-page", "Hide a page.", false]);
  });
});
