/** A repeatable source of randomness for tests. Not for the secrets of a real deployment. */
export interface Random {
  /** Returns the next whole number, at least 0 and below 2³². */
  next(): number;
}

const warmUpRounds = 12;

/**
 * Creates the source that belongs to a seed: the sfc32 generator, initialized with four FNV-1a hashes of the seed. Its 128
 * bits of state keep the sequences of many seeds apart, such as those of the organizations of one server.
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
