import { defineOperation } from "@knowledge-base/sdk";
import { type ToolOptions, toTools } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClientWithJson } from "../create-client.ts";

/** Calls a tool whose operation turns the response into an output, and returns the result of the tool. */
async function resultOf(output: unknown, options: ToolOptions = {}) {
  const operation = defineOperation({
    id: "pages.read",
    summary: "Read",
    method: "GET",
    path: "/v1/read",
    success: { status: 200, schema: z.unknown().transform(() => output) },
    errors: [],
    idempotency: "safe",
  });
  const [tool] = toTools(createClientWithJson(200, {}), { allow: [operation], ...options });
  const result = await tool?.call({});
  if (!result?.ok) throw new Error(result?.text);
  return result.data;
}

const nested = (depth: number): unknown => (depth === 0 ? "core" : { inner: nested(depth - 1) });

describe("the output of an own operation", () => {
  it("has values that JSON does not have, as text or null", async () => {
    const output = { big: 12n, none: Number.NaN, run: () => {}, when: new Date(0), left: undefined, no: false };
    expect(await resultOf(output)).toEqual({
      value: { big: "12", none: null, run: null, when: "1970-01-01T00:00:00.000Z", no: false },
    });
  });

  it("has at most 20 levels", async () => {
    expect(JSON.stringify(await resultOf(nested(21)))).toContain("core");
    expect(JSON.stringify(await resultOf(nested(22)))).not.toContain("core");
    expect(JSON.stringify(await resultOf([nested(20)]))).toContain("core");
    expect(JSON.stringify(await resultOf([nested(21)]))).not.toContain("core");
  });

  it("has texts and lists up to their limits", async () => {
    const limits = { maxTextLength: 4, maxListLength: 2 };
    expect(await resultOf({ text: "abcd", list: ["a", "b"] }, limits)).toEqual({
      value: { text: "abcd", list: ["a", "b"] },
    });
    expect(await resultOf({ text: "abcde", list: ["abcde", "b", "c"] }, limits)).toEqual({
      value: { text: "abcd…", list: ["abcd…", "b"] },
      shortened: [
        "value.text: the first 4 of 5 characters",
        "value.list[0]: the first 4 of 5 characters",
        "value.list: the first 2 of 3 elements",
      ],
    });
  });

  it("says of ten parts that they were shortened, with the beginning of their paths", async () => {
    const name = "n".repeat(150);
    const texts = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}${name}`, "ab"]));
    const { shortened } = await resultOf(texts, { maxTextLength: 1 });
    expect(shortened).toEqual(
      Array.from({ length: 10 }, (_, index) => `${`value.${index}${name}`.slice(0, 100)}: the first 1 of 2 characters`),
    );
  });
});
