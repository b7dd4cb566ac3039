import { globSync, readFileSync } from "node:fs";

export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const sources = globSync("packages/{sdk,types}/src/**/*.ts").map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}));

/** Returns a link from a document in a folder of `docs/` to the source that contains a declaration, such as `interface Page `. */
export function linkToSource(declaration: string, label: string): string {
  const source = sources.find(({ text }) => text.includes(declaration));
  if (!source) throw new Error(`The client and the types do not declare ${declaration}`);
  return `[${label}](../../${source.path})`;
}
