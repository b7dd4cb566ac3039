import { toOpenAIChatTools } from "@knowledge-base/sdk/tools";
import { expect, it } from "vitest";
import { brainId, openTools } from "../helpers/open-tools.ts";

const open = () => openTools({ brainId, allow: ["pages.archive"] });

it("the tools of a client describe the allowed operations for a model, without the fields that the program has fixed", () => {
  const described = open().tools.map(({ name, inputSchema }) => ({
    name,
    fields: Object.keys(inputSchema.properties),
  }));
  expect(described).toEqual([{ name: "pages_archive", fields: ["slug"] }]);
});

it("the tools of a client call the service with what the model writes, and return data with a text for the model", async () => {
  const result = await open().call("pages_archive", { slug: "kestrel" });
  expect(result).toMatchObject({ ok: true, data: { archived: true }, text: expect.stringContaining("kestrel") });
});

it("the tools of a client return a failure as a text, from which the model can correct itself", async () => {
  const result = await open().call("pages_archive", { slug: "none" });
  expect(result).toMatchObject({ ok: false, code: "not_found", text: expect.stringContaining("Page not found") });
});

it("the tools of a client have the form of a provider, whose calls they run", async () => {
  const { definitions, run } = toOpenAIChatTools(open().tools);
  expect(definitions).toMatchObject([{ type: "function", function: { name: "pages_archive" } }]);
  const call = { id: "a", type: "function", function: { name: "pages_archive", arguments: '{"slug":"kestrel"}' } };
  expect(await run([call])).toMatchObject([{ role: "tool", tool_call_id: "a" }]);
});
