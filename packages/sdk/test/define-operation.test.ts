import {
  ConfigurationError,
  defineOperation,
  isKnowledgeBaseError,
  type Operation,
  type OwnOperation,
} from "@knowledge-base/sdk";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { expectRejection } from "./expect-rejection.ts";
import { createClient } from "./hostile/create-client.ts";

const restorePage = {
  id: "pages.restore",
  summary: "Restore a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  success: { status: 201, schema: z.object({ slug: z.string() }) },
  errors: [401, 404],
  idempotency: "idempotent",
} as const;

function messageOf(operation: unknown): string {
  try {
    defineOperation(operation as Operation);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(isKnowledgeBaseError(error, "configuration")).toBe(true);
    return String((error as Error).message);
  }
  throw new Error("The operation is valid");
}

describe("defineOperation", () => {
  it("returns a copy of the declaration", () => {
    const frozen = Object.freeze({ ...restorePage });
    const defined = defineOperation(frozen);
    expect(Object.fromEntries(Object.entries(defined))).toEqual(restorePage);
    expect(defined.success.schema).toBe(restorePage.success.schema);
  });

  it("throws if the declaration is invalid, and names the operation and the field", () => {
    expect(messageOf({ ...restorePage, path: "v1/x" })).toBe(
      'Failed to define the operation pages.restore: path must begin with exactly one slash (got "v1/x").',
    );
    expect(messageOf({ ...restorePage, sucess: 1 })).toBe(
      "Failed to define the operation pages.restore: sucess is not a field; did you mean success?",
    );
    expect(messageOf({ ...restorePage, id: "" })).toBe(
      'Failed to define an operation: id must be a string that is not empty (got "").',
    );
    expect(messageOf(undefined)).toMatch(
      /^Failed to define an operation: fields must be an object with .*\(got undefined\)\.$/,
    );
  });

  it("shows at most three problems", () => {
    expect(messageOf({ ...restorePage, id: "x\ny", errors: [1, 2, 3, 4, 5] })).toMatch(
      /^Failed to define the operation "x\\ny": errors\[0\] .+; errors\[1\] .+; errors\[2\] [^;]+; and 2 more\.$/,
    );
  });
});

describe("call", () => {
  const kb = createClient(async () => Response.json({ slug: "a" }, { status: 201 }));
  const input = { brainId: "b", slug: "a" };

  it("accepts an operation that defineOperation has returned, and copies of it", async () => {
    const defined = defineOperation(restorePage);
    expect(await kb.call(defined, input)).toEqual({ slug: "a" });
    expect(await kb.call({ ...defined, summary: "Bring a page back" }, input)).toEqual({ slug: "a" });
  });

  it("rejects anything else, and sends nothing", async () => {
    const unused = createClient(async () => {
      throw new Error("unused");
    });
    const call = (operation: unknown) =>
      expectRejection(ConfigurationError, unused.call(operation as OwnOperation, input));
    const problem = "it is not an operation that defineOperation has returned.";
    expect((await call(restorePage)).message).toBe(`Failed to call the operation pages.restore: ${problem}`);
    expect((await call({ ...contract["pages.archive"] })).message).toBe(
      `Failed to call the operation pages.archive: ${problem}`,
    );
    for (const other of ["pages.archive", null, undefined, 1]) {
      const error = await call(other);
      expect([error.message, error.attempts]).toEqual([`Failed to call an operation: ${problem}`, []]);
    }
  });
});
