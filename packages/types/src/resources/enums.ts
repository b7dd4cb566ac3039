/**
 * A string with known values, to which the service may add others. Values in responses are open, so that the types stay
 * correct when the service adds one; values in requests are closed.
 *
 * @typeParam Known - values that the specification lists; editors complete them
 */
export type OpenEnum<Known extends string> = Known | (string & {});

/**
 * Returns whether a value is one of a list, such as {@link pageTypes}: the service may add others to those that this package knows.
 *
 * @example
 * ```ts
 * import { isOneOf, type PageType, pageTypes } from "@knowledge-base/types";
 *
 * const icons: Record<PageType, string> = { source: "S", topic: "T", entity: "E", project: "P", decision: "D", brief: "B" };
 * const iconOf = (pageType: string) => (isOneOf(pageTypes, pageType) ? icons[pageType] : "?");
 * console.log(iconOf("topic"), iconOf("map")); // T ?
 * ```
 */
export function isOneOf<const Value>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}
