import { fieldsOf } from "@knowledge-base/internal";

/**
 * Returns whether a value is a promise, or acts like one. Even an `await` of a plain value lets other calls run, whose changes would then
 * be handed to `onChange` together with those of this call. So we write `needsAwait(value) ? await value : value`.
 */
export function needsAwait<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof fieldsOf(value)["then"] === "function";
}
