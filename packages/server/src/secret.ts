const bytes = 16;

/** Creates a text that nobody can guess: 32 hexadecimal digits. It is different in each process, whatever the random seed is. */
export function createSecret(): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
