/** Returns the fields that a message is about: it has their names, the values that the user typed, or names in their JSON. */
export function findInvalidFields(fields: Readonly<Record<string, string>>, message: string): string[] {
  const words = new Set(message.toLowerCase().match(/[\w-]+/g));
  return Object.entries(fields).flatMap(([name, value]) =>
    [name, value, ...namesInJson(value)].some((text) => words.has(text.toLowerCase())) ? [name] : [],
  );
}

function namesInJson(text: string): string[] {
  return Array.from(text.matchAll(/"([\w-]+)"\s*:/g), ([, name = ""]) => name);
}
