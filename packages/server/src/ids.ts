import type { Random } from "./random.ts";

/** Where a server takes new identifiers from. */
export interface Ids {
  /** A new identifier, such as `brain_4k2v9x0c7m1q8z5t`. */
  next(prefix: string): string;
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 16;

/** Makes identifiers out of a source of randomness. */
export function createIds(random: Random): Ids {
  return {
    next: (prefix) => `${prefix}_${Array.from({ length }, () => alphabet[random.next() % alphabet.length]).join("")}`,
  };
}
