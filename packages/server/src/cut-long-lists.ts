import type { Schema } from "@knowledge-base/types/internal";
import { choices } from "./choices.ts";

/** The parts of the definitions of schemas whose values contain other values. */
interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly innerType?: Schema;
}

/** A value whose lists have few invalid elements. */
export interface CutValue {
  /** The value itself if nothing was left out. */
  readonly value: unknown;
  /** Number of problems of the elements that were left out. */
  readonly omitted: number;
}

/**
 * Leaves out the invalid elements of lists, and the invalid fields of objects with any field names, that follow the first 100
 * invalid ones. A validation keeps each problem in memory, and an input may have millions of them.
 */
export function cutLongLists(schema: Schema, value: unknown): CutValue {
  const { shape, element, valueType, innerType } = schema._zod.def as Definition;
  if (innerType) return cutLongLists(innerType, value);
  if (typeof value !== "object" || value === null) return { value, omitted: 0 };
  if (element && Array.isArray(value))
    return isTooLong(schema, value) ? { value, omitted: 0 } : cutElements(element, value);
  if (valueType) {
    const names = Object.keys(value);
    const fields = names.map((name): unknown => Reflect.get(value, name));
    const { value: kept, omitted } = cutElements(valueType, fields);
    return omitted === 0 ? { value, omitted } : { value: zip(names, kept as readonly unknown[]), omitted };
  }
  return shape ? cutFields(shape, value) : { value, omitted: 0 };
}

/** Every element before the last one that is kept is kept, too, so that the positions stay the same. */
function cutElements(element: Schema, list: readonly unknown[]): CutValue {
  const kept: unknown[] = [];
  let invalid = 0;
  let omitted = 0;
  for (const item of list) {
    const cut = cutLongLists(element, item);
    const problems = countProblems(element, cut.value);
    if (invalid === choices.listedProblems) omitted += problems;
    else kept.push(cut.value);
    if (problems > 0 && invalid < choices.listedProblems) invalid += 1;
    omitted += cut.omitted;
  }
  return { value: omitted === 0 ? list : kept, omitted };
}

/** The elements of a list that is longer than its schema allows are not validated. */
function isTooLong({ _zod: { def } }: Schema, list: readonly unknown[]): boolean {
  return (def.checks ?? []).some(({ _zod }) => {
    const { maximum, length = maximum } = _zod.def as { readonly maximum?: number; readonly length?: number };
    return length !== undefined && list.length > length;
  });
}

function cutFields(shape: Readonly<Record<string, Schema>>, value: object): CutValue {
  let cut: Record<string, unknown> | undefined;
  let omitted = 0;
  for (const [name, schema] of Object.entries(shape)) {
    const field: unknown = Reflect.get(value, name);
    if (typeof field !== "object" || field === null) continue;
    const cutField = cutLongLists(schema, field);
    if (cutField.omitted === 0) continue;
    cut ??= { ...value };
    cut[name] = cutField.value;
    omitted += cutField.omitted;
  }
  return { value: cut ?? value, omitted };
}

function zip(names: readonly string[], values: readonly unknown[]): object {
  return Object.fromEntries(values.map((value, index) => [names[index], value]));
}

/** Counts the problems of a value without describing them, which would take most of the time. */
function countProblems(schema: Schema, value: unknown): number {
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  return result instanceof Promise ? 0 : result.issues.length;
}
