import type { Root } from "mdast";
import { visit } from "unist-util-visit";

/** Removes comments, which are instructions for the tests of the documents. */
export function removeComments() {
  return (tree: Root) => {
    visit(tree, "html", (node, index, parent) => {
      if (!parent || index === undefined || !/^(<!--[\s\S]*?-->\s*)+$/.test(node.value)) return undefined;
      parent.children.splice(index, 1);
      return index;
    });
  };
}
