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
