import { createRandom } from "./random.ts";

/** Source of new identifiers. */
export interface Ids {
  /** Number of identifiers that were returned. */
  readonly position: number;
  /** Returns a new identifier, such as `brain_4k2v9x0c7m1q8z5t`. */
  next(prefix: string): string;
  /** Returns a new identifier that is not taken. */
  unique(prefix: string, isTaken: (id: string) => boolean): string;
  /** Skips the identifiers up to a position, so that they are not returned again. */
  advanceTo(position: number): void;
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 16;

/**
 * Creates a source of identifiers. Each is derived from the seed and from how many there were before, so that a number is all that
 * a restart needs.
 *
 * @param onMove - called whenever the position has changed
 */
export function createIds(seed: string, onMove: () => void = () => {}): Ids {
  let position = 0;
  const next = (prefix: string) => {
    position += 1;
    const random = createRandom(`${seed}: ${position}`);
    onMove();
    return `${prefix}_${Array.from({ length }, () => alphabet[random.next() % alphabet.length]).join("")}`;
  };
  return {
    get position() {
      return position;
    },
    next,
    unique(prefix, isTaken) {
      for (;;) {
        const id = next(prefix);
        if (!isTaken(id)) return id;
      }
    },
    advanceTo(given) {
      position = Math.max(position, given);
    },
  };
}
