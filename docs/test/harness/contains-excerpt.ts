/** Returns whether a file contains the lines of an excerpt, with any common indentation. */
export function containsExcerpt(file: string, excerpt: string): boolean {
  const shown = excerpt.split("\n");
  const [first = ""] = shown;
  return file.split("\n").some((line) => {
    const indent = " ".repeat(Math.max(0, line.length - first.length));
    return line === indent + first && file.includes(shown.map((other) => other && indent + other).join("\n"));
  });
}
