import { createRandom } from "../state/random.ts";

const dimensions = 1536;
const dimensionsPerWord = 8;
const wordWeight = 4;

/** Returns a unit vector that depends only on the words of a text, so that texts with the same words are similar. */
export function embed(text: string): number[] {
  const noise = createRandom(text);
  const vector = Array.from({ length: dimensions }, () => toSignedUnit(noise.next()));
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const random = createRandom(word);
    for (let count = 0; count < dimensionsPerWord; count += 1) {
      const dimension = random.next() % dimensions;
      vector[dimension] = (vector[dimension] as number) + wordWeight * toSignedUnit(random.next());
    }
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => Number((value / length).toFixed(6)) || 0);
}

/** Maps a random number to the range from -1 to 1. */
function toSignedUnit(number: number): number {
  return number / 2 ** 31 - 1;
}
