import { createRandom } from "../random.ts";

const dimensions = 1536;
const dimensionsOfWord = 8;
const wordWeight = 4;

/** A unit vector that depends on nothing but the words of a text, so that texts with the same words point the same way. */
export function embed(text: string): number[] {
  const noise = createRandom(text);
  const vector = Array.from({ length: dimensions }, () => signed(noise.next()));
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const random = createRandom(word);
    for (let count = 0; count < dimensionsOfWord; count += 1) {
      const dimension = random.next() % dimensions;
      vector[dimension] = (vector[dimension] as number) + wordWeight * signed(random.next());
    }
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => Number((value / length).toFixed(6)) || 0);
}

function signed(number: number): number {
  return number / 2 ** 31 - 1;
}
