import type { Random, RandomPosition } from "./random.ts";

/** Source of new identifiers. */
export interface Ids {
  /** Returns a new identifier, such as `brain_4k2v9x0c7m1q8z5t`. */
  next(prefix: string): string;
  /** Returns a function that takes the sequence back to this point. */
  mark(): () => void;
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 16;

/**
 * Creates a source of identifiers from a source of randomness.
 *
 * @param onMove - called with the new position whenever it has changed
 */
export function createIds(random: Random, onMove: (position: RandomPosition) => void = () => {}): Ids {
  return {
    next(prefix) {
      const id = `${prefix}_${Array.from({ length }, () => alphabet[random.next() % alphabet.length]).join("")}`;
      onMove(random.position());
      return id;
    },
    mark() {
      const marked = random.position();
      return () => {
        random.moveTo(marked);
        onMove(marked);
      };
    },
  };
}

/** Returns the next id with a prefix that is not taken yet: a loaded state may contain any id. */
export function generateUniqueId(ids: Ids, prefix: string, isTaken: (id: string) => boolean): string {
  for (;;) {
    const id = ids.next(prefix);
    if (!isTaken(id)) return id;
  }
}
