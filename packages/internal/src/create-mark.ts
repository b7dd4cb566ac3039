/**
 * Creates a mark for objects. All copies of a package that a program loads recognize it, unlike `instanceof`. A copy of a marked
 * object isn't marked, because its fields may differ.
 */
// @__NO_SIDE_EFFECTS__
export function createMark(name: string) {
  const key = Symbol.for(`@knowledge-base/${name}`);
  return {
    addTo: <Target extends object>(target: Target): Target => Object.defineProperty(target, key, { value: true }),
    isOn: (target: unknown): boolean => Object.hasOwn(Object(target), key),
  };
}
