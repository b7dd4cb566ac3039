/** A repeatable source of randomness for tests. Not for the secrets of a real deployment. */
export interface Random {
  /** Returns the next whole number, at least 0 and below 2³². */
  next(): number;
}

const warmUpRounds = 12;

/**
 * Creates the source that belongs to a seed: the sfc32 generator, initialized with four FNV-1a hashes of the seed. Its 128
 * bits of state keep the sequences of many seeds apart, such as the seeds of a server's organizations.
 */
export function createRandom(seed: string): Random {
  let [a, b, c, counter] = [hash(seed, 0), hash(seed, 1), hash(seed, 2), hash(seed, 3)];
  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let round = 0; round < warmUpRounds; round += 1) next();
  return { next };
}

function hash(text: string, salt: number): number {
  let state = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return Math.imul(state ^ (state >>> 15), 0x735a2d97);
}

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
 * @param onMove - called with what undoes it after each new identifier
 */
export function createIds(seed: string, onMove: (undo: () => void) => void = () => {}): Ids {
  let position = 0;
  const next = (prefix: string) => {
    const previous = position;
    position += 1;
    const random = createRandom(`${seed}: ${position}`);
    onMove(() => {
      position = previous;
    });
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
