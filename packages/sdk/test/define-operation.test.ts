import { ConfigurationError, defineOperation, isKnowledgeBaseError, type Operation } from "@knowledge-base/sdk";
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
  it("returns the declaration", () => {
    expect(defineOperation(restorePage)).toBe(restorePage);
    expect(defineOperation(restorePage)).toBe(restorePage);
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

  it("accepts an operation that was not defined before", async () => {
    expect(await kb.call(restorePage, input)).toEqual({ slug: "a" });
    expect(await kb.call({ ...contract["pages.archive"], ...restorePage }, input)).toEqual({ slug: "a" });
  });

  it("rejects if such an operation is invalid, and sends nothing", async () => {
    const unused = createClient(async () => {
      throw new Error("unused");
    });
    const call = (operation: unknown) =>
      expectRejection(ConfigurationError, unused.call(operation as Operation, input));
    expect((await call({ ...restorePage, path: "//evil.example" })).message).toBe(
      'Failed to call the operation pages.restore: path must begin with exactly one slash (got "//evil.example").',
    );
    expect((await call("pages.archive")).message).toMatch(/^Failed to call an operation: fields must be an object /);
    expect((await call(null)).attempts).toEqual([]);
  });
});
