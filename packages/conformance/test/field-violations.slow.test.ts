import { runConformance } from "@knowledge-base/conformance";
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
import { changing, idsOf, only, openTarget } from "./reference-target.ts";

/** Each record of the specification: its schema, a case that gets it, and rules of which one must find any violation. */
const recordsOfResponses: readonly (readonly [name: string, ObjectSchema, gotBy: string, rules: readonly string[]])[] =
  [
    ["Page", pageSchema, "pages.archive/success", ["pages.archive"]],
    ["PageSource", pageSourceSchema, "pages.archive/success", ["pages.archive"]],
    ["PageSourceRef", pageSourceRefSchema, "pages.archive/success", ["pages.archive"]],
    ["IndexEntry", indexEntrySchema, "promptIndex.get/success", ["promptIndex.get"]],
    ["ChannelBinding", channelBindingSchema, "bindings.update/ids", ["bindings.update"]],
    ["Channel", channelSchema, "channels.list/success", ["channels.list"]],
    ["OAuthStart", oauthStartSchema, "oauth.start/success", ["oauth.start"]],
    ["Disconnect", disconnectSchema, "bindings.unbind/success", ["bindings.unbind"]],
    ["ErrorBody", errorBodySchema, "promptIndex.get/400", ["error-body", "timestamp", "status-code"]],
  ];

const wrongValues = [{ nested: true }, null, undefined, "no such value", "", 1.5, [null], "2026-02-30T00:00:00Z"];

/** Returns whether a value is a record: it conforms, and has every field. */
function isRecord(schema: ObjectSchema, value: unknown): value is object {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.keys(schema._zod.def.shape).every((name) => name in value) && parseSync(schema, value).ok;
}

describe.each(recordsOfResponses)("a violation of %s is found", (_, schema, gotBy, rules) => {
  const ids = rules.map((rule) => `responses/${rule}`);

  it.each(Object.entries(schema._zod.def.shape))(
    "in the field %s, whatever its value is",
    async (name, fieldSchema) => {
      const invalid = wrongValues.filter((value) => !parseSync(fieldSchema, value).ok);
      expect(invalid.length).toBeGreaterThan(2);
      for (const value of invalid) {
        const revive = (_key: string, part: unknown) => (isRecord(schema, part) ? { ...part, [name]: value } : part);
        const change = changing("", async (response) =>
          Response.json(JSON.parse(await response.text(), revive), response),
        );
        const report = await runConformance(openTarget(change).target, only(gotBy, ...ids));
        expect({ value, found: idsOf(report, "failed").filter((id) => ids.includes(id)) }).not.toEqual({
          value,
          found: [],
        });
      }
    },
  );
});
