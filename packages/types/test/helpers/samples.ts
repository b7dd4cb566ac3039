import { type FieldType, type Resource, type ResourceName, resources } from "./specification.ts";

/** A valid record of a resource with all of its fields, the optional ones included. */
export function sampleOf(name: ResourceName): Record<string, unknown> {
  const { fields }: Resource = resources[name];
  return Object.fromEntries(Object.entries(fields).map(([field, { type }]) => [field, validValues(type)[0]]));
}

export function samplePage(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...sampleOf("Page"), ...changes };
}

/** Returns values of a type, of which the first is not empty. */
export function validValues(type: FieldType): readonly unknown[] {
  return typeof type === "string" ? valuesOfTypes[type]() : type;
}

const valuesOfTypes: { readonly [Type in Extract<FieldType, string>]: () => readonly unknown[] } = {
  string: () => ["text", ""],
  boolean: () => [false, true],
  integer: () => [3, 0, -1],
  datetime: () => ["2026-03-02T08:15:00.000Z"],
  object: () => [{ statusCode: 400, message: ["limit must be a number"], error: "Bad Request" }],
  "list of string": () => [["first", "second"], []],
  "list of double": () => [[0.25, -1, 3e-7], []],
  PageSource: () => [sampleOf("PageSource")],
  "list of PageSourceRef": () => [[sampleOf("PageSourceRef")], []],
};
