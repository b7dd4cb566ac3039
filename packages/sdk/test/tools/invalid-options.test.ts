import { ConfigurationError, defineOperation } from "@knowledge-base/sdk";
import { type ToolOptions, toTools } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClientWithJson } from "../create-client.ts";

const kb = createClientWithJson(200, []);
const long = defineOperation({
  id: `x.${"y".repeat(100)}`,
  summary: "Call",
  method: "GET",
  path: "/x",
  success: { status: 200, schema: z.array(z.string()) },
  errors: [],
  idempotency: "safe",
});

const invalid: readonly (readonly [unknown, string])[] = [
  [null, "options must be an object"],
  [{ alow: [] }, "alow is not an option; did you mean allow?"],
  [{ allow: "pages.archive" }, "allow must be an array of operations"],
  [{ allow: ["pages.archiv"] }, "allow[0] must be an operation (got pages.archiv); did you mean pages.archive?"],
  [{ allow: ["constructor"] }, "allow[0] must be an operation (got constructor)"],
  [{ allow: [7] }, "allow[0] must be an object with any of operation, name, description, destructive, fixed (got 7)"],
  [{ allow: [{}] }, "allow[0].operation is missing"],
  [{ allow: [{ operation: { id: "x" } }] }, "allow[0].operation must be the id of an operation, or an operation that"],
  [{ allow: ["pages.archive", "pages.archive"] }, "allow must not have the tool pages_archive twice"],
  [{ allow: [{ operation: "pages.archive", name: "a b" }] }, "allow[0].name must be 1 to 64 letters"],
  [{ allow: [{ operation: "pages.archive", name: "a".repeat(65) }] }, "allow[0].name must be 1 to 64 letters"],
  [{ allow: [{ operation: "pages.archive", name: 7 }] }, "allow[0].name must be 1 to 64 letters"],
  [{ allow: [{ operation: "pages.archive", nam: "a" }] }, "allow[0].nam is not a field; did you mean name?"],
  [
    { allow: [{ operation: "pages.archive", description: 7 }] },
    "allow[0].description must be a string that is not empty",
  ],
  [{ allow: [{ operation: "pages.archive", fixed: ["slug"] }] }, "allow[0].fixed must be an object"],
  [{ allow: [{ operation: "pages.archive", fixed: "slug" }] }, "allow[0].fixed must be an object"],
  [
    { allow: [{ operation: "pages.archive", description: "" }] },
    "allow[0].description must be a string that is not empty",
  ],
  [
    { allow: [{ operation: "pages.archive", fixed: { slog: "a" } }] },
    "allow[0].fixed.slog is not a field of the input; did you mean slug?",
  ],
  [{ brainId: "" }, "brainId must be an id, or an array of different ids"],
  [{ brainId: [] }, "brainId must be an id, or an array of different ids"],
  [{ brainId: ["a", "a"] }, "brainId must be an id, or an array of different ids"],
  [{ brainId: ["a", ""] }, "brainId must be an id, or an array of different ids"],
  [{ installationId: 7 }, "installationId must be an id, or an array of different ids (got 7)"],
  [{ confirm: true }, "confirm must be a function"],
  [{ maxTextLength: 0 }, "maxTextLength must be a whole number from 1 to 1000000"],
  [{ maxListLength: 1.5 }, "maxListLength must be a whole number from 1 to 10000"],
  [{ maxOutputLength: 499 }, "maxOutputLength must be a whole number from 500 to 10000000"],
];

describe("toTools", () => {
  it.each(invalid)("rejects %j: %s", (options, problem) => {
    const create = () => toTools(kb, options as ToolOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(`Failed to create tools: ${problem}`);
  });

  it("shortens the name of an operation with a long id", () => {
    const [tool] = toTools(kb, { allow: [long] });
    expect(tool?.name).toBe(`x_${"y".repeat(62)}`);
  });

  it.each([
    ["pages.restoreAll", "pages_restore_all"],
    ["HTTPCall.get2Pages", "httpcall_get2_pages"],
    ["pages. the -- last", "pages_the_--_last"],
  ])("makes a name of the id %s", (id, name) => {
    const [tool] = toTools(kb, { allow: [defineOperation({ ...long, id })] });
    expect(tool?.name).toBe(name);
  });
});
