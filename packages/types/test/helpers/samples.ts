import { type FieldType, type Resource, type ResourceName, resources } from "./specification.ts";

/** A valid record of a resource with all of its fields, the optional ones included. */
export function sampleOf(name: ResourceName): Record<string, unknown> {
  const { fields }: Resource = resources[name];
  return Object.fromEntries(Object.entries(fields).map(([field, { type }]) => [field, validValue(type)]));
}

export function samplePage(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...sampleOf("Page"), ...changes };
}

export function validValue(type: FieldType): unknown {
  switch (type) {
    case "string":
      return "text";
    case "boolean":
      return false;
    case "integer":
      return 3;
    case "datetime":
      return "2026-03-02T08:15:00.000Z";
    case "object":
      return { statusCode: 400, message: ["limit must be a number"], error: "Bad Request" };
    case "list of string":
      return ["first", "second"];
    case "list of double":
      return [0.25, -1, 3e-7];
    case "PageSource":
      return sampleOf("PageSource");
    case "list of PageSourceRef":
      return [sampleOf("PageSourceRef")];
    default:
      return type[0];
  }
}

/** Values other than null and undefined that aren't of a type of the specification. */
export function wrongValues(type: FieldType): unknown[] {
  switch (type) {
    case "string":
      return [0, 5, true, false, {}, [], ["text"]];
    case "boolean":
      return [0, 1, "true", "", {}, [], [true]];
    case "integer":
      return [1.5, Number.NaN, Number.POSITIVE_INFINITY, "3", "", true, {}, [], [3]];
    case "datetime":
      return ["2026-03-02", "soon", "", 0, 1_772_439_300_000, true, {}, [], new Date(0)];
    case "object":
      return ["text", "", 0, 5, true, false, [], [{}]];
    case "list of string":
      return ["text", "", 0, true, {}, { 0: "text", length: 1 }, [5], ["text", null], [["text"]]];
    case "list of double":
      return ["text", "", 0, true, {}, { 0: 1, length: 1 }, ["1"], [1, null], [[1]]];
    case "PageSource":
      return ["text", "", 0, true, [], {}, { channel: 5 }, { channel: null }, { channel: "text", ref: 5 }];
    case "list of PageSourceRef":
      return ["text", "", 0, true, {}, ["text"], [null], [{}], [[]], [sampleOf("PageSourceRef"), { attachedAt: 5 }]];
    default:
      return ["other", "", ` ${type[0]}`, type[0]?.toUpperCase(), 0, true, {}, [], [type[0]]];
  }
}
