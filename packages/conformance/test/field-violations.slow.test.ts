import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import {
  channelBindingSchema,
  channelSchema,
  errorBodySchema,
  indexEntrySchema,
  oauthStartSchema,
  pageSchema,
} from "@knowledge-base/types";
import {
  disconnectSchema,
  type ObjectSchema,
  pageSourceRefSchema,
  pageSourceSchema,
  parseSync,
} from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import { createTestState, records } from "./test-targets.ts";

/** Each record of the specification: its schema, and a case that must find any violation of it. */
const recordsOfResponses: readonly (readonly [name: string, schema: ObjectSchema, foundBy: string])[] = [
  ["Page", pageSchema, "pages.archive/success"],
  ["PageSource", pageSourceSchema, "pages.archive/source"],
  ["PageSourceRef", pageSourceRefSchema, "pages.archive/sources"],
  ["IndexEntry", indexEntrySchema, "promptIndex.get/success"],
  ["ChannelBinding", channelBindingSchema, "bindings.update/success"],
  ["Channel", channelSchema, "channels.list/success"],
  ["OAuthStart", oauthStartSchema, "oauth.start/success"],
  ["Disconnect", disconnectSchema, "bindings.unbind/success"],
  ["ErrorBody", errorBodySchema, "errors/documented-body"],
];

const wrongValues = [{ nested: true }, null, undefined, "no such value", "", 1.5, [null], "2026-02-30T00:00:00Z"];

const server = createReferenceServer({ seed: createTestState() });

/** Returns the status of a case if a field of a record has another value. */
async function checkChanged(schema: ObjectSchema, field: string, value: unknown, id: string): Promise<string> {
  const fetch = async (url: string, init: RequestInit) => {
    const response = await server.fetch(url, init);
    const change = (_: string, part: unknown) => (isRecord(schema, part) ? { ...part, [field]: value } : part);
    return Response.json(JSON.parse(await response.text(), change), { status: response.status });
  };
  const { baseUrl, apiKey, reset } = server;
  const report = await runConformance(
    { baseUrl, apiKey, fetch, reset, records, write: true },
    { filter: (info) => info.id === id },
  );
  return report.results[0]?.status ?? "none";
}

/** Returns whether a value is a record: it conforms, and has every field. */
function isRecord(schema: ObjectSchema, value: unknown): value is object {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.keys(schema._zod.def.shape).every((name) => name in value) && parseSync(schema, value).ok;
}

describe.each(recordsOfResponses)("a violation of %s is found", (_, schema, foundBy) => {
  const fields = Object.entries(schema._zod.def.shape);

  it.each(fields)("in the field %s, whatever its value is", async (name, fieldSchema) => {
    const invalid = wrongValues.filter((value) => !parseSync(fieldSchema, value).ok);
    expect(invalid.length).toBeGreaterThan(2);
    for (const value of invalid) {
      const status = await checkChanged(schema, name, value, foundBy);
      expect({ value, status }).toEqual({ value, status: "failed" });
    }
  });
});
