import type { Nodes, Root, RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { container } from "./container.ts";

/**
 * Combines consecutive blocks of code that name a tab in their info string, such as `tab="curl"`, into a group of tabs.
 * Without JavaScript the blocks are below each other, each with its title.
 */
export function groupTabs() {
  return (tree: Root) => {
    visit(tree, (parent) => {
      if (parent.type !== "root" && parent.type !== "listItem") return;
      const children: RootContent[] = [];
      let tabs = new Map<string, RootContent>();
      const endGroup = () => {
        if (tabs.size > 0) children.push(container("code-tabs", "code-tabs", [...tabs].map(tab)));
        tabs = new Map();
      };
      for (const child of parent.children) {
        const title = tabOf(child);
        if (title === undefined || tabs.has(title)) endGroup();
        if (title === undefined) children.push(child);
        else tabs.set(title, child);
      }
      endGroup();
      parent.children = children as typeof parent.children;
    });
  };
}

function tab([title, content]: [string, RootContent]): RootContent {
  const label = container("p", "code-tab-title", [{ type: "text", value: title }]);
  return container("div", "code-tab", [label, content], { dataTab: title });
}

/** Returns the title in the info string of a block of code, which may have a link to the playground. */
function tabOf(node: Nodes): string | undefined {
  const code = node.type === "blockquote" ? node.children[0] : node;
  return code?.type === "code" ? /\btab="([^"]+)"/.exec(code.meta ?? "")?.[1] : undefined;
}
