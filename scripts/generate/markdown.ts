/** Returns a table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns the name of the file with the main export of a name, without its extension. */
export function kebabCase(name: string): string {
  const words = name.replace("OAuth", "Oauth").replaceAll(/(?<=[a-z])[A-Z]/g, "-$&");
  return words.toLowerCase();
}
