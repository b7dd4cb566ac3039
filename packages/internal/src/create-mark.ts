/**
 * Creates a mark for objects. All copies of a package that a program loads recognize it, unlike `instanceof`. A copy of a marked
 * object isn't marked, because its fields may differ.
 */
// @__NO_SIDE_EFFECTS__
export function createMark<Value>(name: string) {
  const key = Symbol.for(`@knowledge-base/${name}`);
  return {
    set: <Target extends object>(target: Target, value: Value): Target => Object.defineProperty(target, key, { value }),
    read: (target: unknown): Value | undefined => Object.getOwnPropertyDescriptor(Object(target), key)?.value,
  };
}
