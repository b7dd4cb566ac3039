/** A repeatable source of randomness. It is for tests, and no secret of a real deployment may come from it. */
export interface Random {
  /** The next whole number, at least 0 and below 2³². */
  next(): number;
}

/** Makes the sequence of numbers that belongs to a seed (the splitmix32 generator over an FNV-1a hash of the seed). */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return {
    next() {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return (mixed ^ (mixed >>> 15)) >>> 0;
    },
  };
}
