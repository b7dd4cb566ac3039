/** Overwrites every value of an object, however deep, and makes its arrays longer. */
export function spoil(value: object): void {
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null) spoil(inner);
    else Reflect.set(value, name, "spoiled");
  }
  if (Array.isArray(value)) value.push("spoiled");
}
