import { globSync } from "node:fs";

/** The root of the repository. */
export const root = new URL("../../../", import.meta.url);

/** The files that match any of the patterns, from the root of the repository, without what was installed or built. */
function filesOf(...patterns: readonly string[]): readonly string[] {
  const isOurs = (file: string) => !/(^|\/)(node_modules|dist|site)\//.test(file);
  return globSync(patterns, { cwd: root }).filter(isOurs).toSorted();
}

/** Every Markdown file. */
export const markdownFiles = filesOf("*.md", "docs/**/*.md", "packages/*/*.md", "examples/**/*.md");

/** Every source file of the packages, whose comments may hold examples. */
export const sourceFiles = filesOf("packages/*/src/**/*.ts");
