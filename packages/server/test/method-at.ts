/** Returns a method by its path, such as `pages.archive`. */
export function methodAt(owner: object, path: string): (...given: readonly unknown[]) => unknown {
  const [name = "", ...names] = path.split(".");
  const value = Reflect.get(owner, name);
  return names.length > 0 ? methodAt(value, names.join(".")) : value.bind(owner);
}
