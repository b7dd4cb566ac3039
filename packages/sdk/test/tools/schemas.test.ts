import { toAnthropicTools, toOpenAIChatTools } from "@knowledge-base/sdk/tools";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { brainId, openTools } from "./open-tools.ts";
import { countUnions, findStrictProblems } from "./strict-rules.ts";

const { tools, call } = openTools();
const fixed = openTools({ brainId: [brainId, "brain_guest_services"], installationId: "installation_harbour_line" });
const ajv = () => new Ajv2020({ strict: true, allowUnionTypes: true });

describe("the schemas of tools", () => {
  it.each([...tools, ...fixed.tools])("of the input of $name follow the rules for strict schemas", (tool) => {
    expect(findStrictProblems(tool.inputSchema)).toEqual([]);
    expect(tool.strict).toBe(true);
  });

  it("have few enough fields with several types for one request", () => {
    const unions = tools.reduce((sum, { inputSchema }) => sum + countUnions(inputSchema), 0);
    expect(unions).toBe(4);
    expect(tools.length).toBeLessThanOrEqual(20);
  });

  it.each([...tools, ...fixed.tools])("of $name are valid in the dialect 2020-12", ({ inputSchema, outputSchema }) => {
    expect(() => ajv().compile(inputSchema)).not.toThrow();
    expect(() => ajv().compile(outputSchema)).not.toThrow();
  });

  it("accept null for what may be left out, and nothing that is not listed", () => {
    const index = ajv().compile(tools[0]?.inputSchema ?? {});
    expect(index({ brainId, limit: null })).toBe(true);
    expect(index({ brainId, limit: 3 })).toBe(true);
    expect(index({ brainId })).toBe(false);
    expect(index({ brainId, limit: null, other: 1 })).toBe(false);
  });

  it("of results match what the tools return", async () => {
    const inputs: Readonly<Record<string, object>> = {
      prompt_index_get: { brainId, limit: 500 },
      channels_list: { brainId, installationId: "installation_harbour_line" },
      pages_archive: { brainId, slug: "skippers-round-table-may" },
      bindings_update: { brainId, bindingId: "binding_bridge", notifyBriefs: false },
      bindings_unbind: { brainId, bindingId: "binding_bridge" },
      oauth_start: { brainId },
    };
    for (const { name, outputSchema } of tools) {
      const result = await call(name, inputs[name]);
      if (!result.ok) throw new Error(result.text);
      const validate = ajv().compile(outputSchema);
      expect(validate(result.data), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it.each([toOpenAIChatTools, toAnthropicTools])("take at most 4,000 characters for all six tools: %o", (convert) => {
    expect(JSON.stringify(convert(tools).definitions).length).toBeLessThanOrEqual(4000);
  });
});
