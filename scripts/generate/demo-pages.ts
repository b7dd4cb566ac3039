import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * Returns the contents of the demo's pages, in the order of their files: `BRAIN/NUMBER-SLUG.md` with fields as JSON between
 * lines of dashes, and the body below.
 */
export function compileDemoPages() {
  return globSync("packages/server/demo-pages/*/*.md")
    .toSorted()
    .map((path) => {
      const [, frontMatter, body] = /^---\n(.+?)\n---\n\n(.+)\n$/s.exec(readFileSync(path, "utf8")) ?? [];
      if (frontMatter === undefined) throw new Error(`${path} does not begin with fields between lines of dashes`);
      const fields = frontMatter.split("\n").map((line) => {
        const [name, value = ""] = line.split(/: (.*)/);
        return [name, JSON.parse(value)];
      });
      const slug = basename(path, ".md").replace(/^\d+-/, "");
      const brainId = `brain_${basename(dirname(path)).replaceAll("-", "_")}`;
      return { brainId, slug, ...Object.fromEntries(fields), body };
    });
}
