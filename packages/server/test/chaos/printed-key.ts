import { inspect } from "node:util";

/** Returns whether a text contains a key, as it is or in an encoding that anyone can read. */
export function containsKey(text: string, key: string): boolean {
  const spellings = [
    key,
    key.slice(-12),
    Buffer.from(key).toString("base64").slice(0, -4),
    Buffer.from(key).toString("hex"),
  ];
  return spellings.some((spelling) => text.includes(spelling));
}

/** Returns everything that a program could print of a value. */
export function printed(value: unknown): string {
  return [inspect(value, { depth: 12, showHidden: true }), JSON.stringify(value), String(Object(value).stack)].join(
    "\n",
  );
}
