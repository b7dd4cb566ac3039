/** Prints a text, and settles when it is written or its reader has left. */
export function print(text: string, output: NodeJS.WriteStream = process.stdout): Promise<void> {
  return new Promise((resolve) => output.write(`${text}\n`, () => resolve()));
}
