/** A repeatable source of randomness for tests. Not for the secrets of a real deployment. */
export interface Random {
  /** Returns the next whole number, at least 0 and below 2³². */
  next(): number;
}

const warmUpRounds = 12;

/**
 * Creates the source that belongs to a random seed: the sfc32 generator, initialized with four FNV-1a hashes of the seed. Its
 * 128 bits of state keep the sequences of many seeds apart, such as the seeds of a server's organizations.
 */
export function createRandom(randomSeed: string): Random {
  let [a, b, c, counter] = [hash(randomSeed, 0), hash(randomSeed, 1), hash(randomSeed, 2), hash(randomSeed, 3)];
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
  let state = 0x81_1c_9d_c5 ^ salt;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01_00_01_93);
  return Math.imul(state ^ (state >>> 15), 0x73_5a_2d_97);
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 16;

/** Counts the identifiers that were returned. */
export interface IdCounter {
  position: number;
}

/**
 * A source of new identifiers. Each is derived from the random seed and from how many there were before, so that a number is all
 * that a restart needs.
 */
export class Ids {
  readonly #randomSeed: string;
  readonly #noteUndo: (undo: () => void) => void;
  /** Another source with the same random seed may share it, so that both never return the same identifier. */
  readonly counter: IdCounter;

  /** @param noteUndo - called after each new identifier and each skip, with a function that takes it back */
  constructor(
    randomSeed: string,
    noteUndo: (undo: () => void) => void = () => {},
    counter: IdCounter = { position: 0 },
  ) {
    this.#randomSeed = randomSeed;
    this.#noteUndo = noteUndo;
    this.counter = counter;
  }

  /** Returns a new identifier, such as `brain_4k2v9x0c7m1q8z5t`. */
  next(prefix: string): string {
    const previous = this.counter.position;
    const id = this.nextWithoutUndo(prefix);
    this.#noteUndo(() => (this.counter.position = previous));
    return id;
  }

  /**
   * Returns a new identifier that no failure takes back, also outside of a transaction. Listeners don't learn of it: the caller adds the
   * record that gets it in a later transaction.
   */
  nextWithoutUndo(prefix: string): string {
    this.counter.position += 1;
    const random = createRandom(`${this.#randomSeed}: ${this.counter.position}`);
    return `${prefix}_${Array.from({ length }, () => alphabet[random.next() % alphabet.length]).join("")}`;
  }

  /** Returns a new identifier that isn't taken. */
  unique(prefix: string, isTaken: (id: string) => boolean): string {
    for (;;) {
      const id = this.next(prefix);
      if (!isTaken(id)) return id;
    }
  }

  /** Skips the identifiers up to a position, so that they aren't returned again. It never goes back. */
  continueAt(position: number): void {
    const previous = this.counter.position;
    if (position <= previous) return;
    this.counter.position = position;
    this.#noteUndo(() => (this.counter.position = previous));
  }
}
