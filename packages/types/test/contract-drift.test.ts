import { errorBodySchema, identifierSchema, type Schema } from "@knowledge-base/types";
import { findContractDrift, reportDrift } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import { safeParse } from "zod/v4/core";
import { sampleOf } from "./samples.ts";
import { type ResourceName, resources } from "./specification.ts";

const replacements = [null, true, 5, 1.5, Number.POSITIVE_INFINITY, "", "other", "2026-02-30T08:15Z", [], [5], {}];

/** Returns a value with each of its fields left out, replaced, and joined by others, one at a time. */
function change(value: object): object[] {
  return Object.keys(value).flatMap((name) => {
    const { [name as never]: _, ...others } = value;
    return [others, { ...value, [`${name}2`]: 5 }, ...replacements.map((other) => ({ ...value, [name]: other }))];
  });
}

function expectSameAsZod(schema: Schema, value: unknown): void {
  expect(findContractDrift(schema, value)).toStrictEqual(
    reportDrift(schema, value, safeParse(schema, value).error?.issues),
  );
}

describe("findContractDrift finds what zod finds", () => {
  it.each(Object.keys(resources) as ResourceName[])("in a %s", (name) => {
    const { schema } = resources[name];
    const sample = sampleOf(name) as object;
    for (const value of [sample, ...change(sample), ...replacements]) expectSameAsZod(schema, value);
  });

  it("in a body of an error, and in an identifier", () => {
    const body = { statusCode: 400, timestamp: "", path: "/", message: "No", body: { message: ["No"] } };
    for (const value of [body, ...change(body), ...replacements]) expectSameAsZod(errorBodySchema, value);
    for (const value of replacements) expectSameAsZod(identifierSchema, value);
  });
});
