import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Root } from "mdast";
import { visit } from "unist-util-visit";
import type { VFile } from "vfile";

/** Puts SVG images into the page, so that they follow its theme and screen readers read their descriptions. */
export function inlineDiagrams() {
  return (tree: Root, file: VFile) => {
    visit(tree, "image", ({ url }, index, parent) => {
      if (!url.endsWith(".svg") || !parent || index === undefined) return;
      parent.children[index] = { type: "html", value: readFileSync(join(dirname(file.path), url), "utf8") };
    });
  };
}
