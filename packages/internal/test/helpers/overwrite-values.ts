/** Overwrites every value of an object, at any depth, and appends to its arrays. */
export function overwriteValues(value: object): void {
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null) overwriteValues(inner);
    else Reflect.set(value, name, "spoiled");
  }
  if (Array.isArray(value)) value.push("spoiled");
}
