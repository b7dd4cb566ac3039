/** Whether a file holds lines as they are shown, or all of them indented by the same spaces. */
export function containsExcerpt(file: string, excerpt: string): boolean {
  const shown = excerpt.split("\n");
  const [first = ""] = shown;
  return file.split("\n").some((line) => {
    const indent = " ".repeat(Math.max(0, line.length - first.length));
    return line === indent + first && file.includes(shown.map((other) => other && indent + other).join("\n"));
  });
}
