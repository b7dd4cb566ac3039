import type { Element, Root } from "hast";
import { toString as textOf } from "hast-util-to-string";
import { visit } from "unist-util-visit";

const roles: Readonly<Record<string, string>> = {
  table: "table",
  thead: "rowgroup",
  tbody: "rowgroup",
  tr: "row",
  th: "columnheader",
  td: "cell",
};

/**
 * Prepares tables of three or more columns for narrow screens, where the style sheet shows each row as a block: each cell
 * gets the title of its column, and the roles that browsers take from elements that are displayed as blocks.
 */
export function stackTables() {
  return (tree: Root) => {
    visit(tree, "element", (table) => {
      if (table.tagName !== "table") return;
      const titles = elements(table, "th").map(textOf);
      if (titles.length < 3) return;
      table.properties["className"] = ["stacked"];
      for (const row of elements(table, "tr")) {
        for (const [index, cell] of elements(row, "td").entries()) {
          const title = titles[index];
          if (title) cell.properties["dataTitle"] = title;
        }
      }
      visit(table, "element", (part) => {
        const role = roles[part.tagName];
        if (role) part.properties["role"] = role;
      });
    });
  };
}

function elements(parent: Element, tagName: string): Element[] {
  const found: Element[] = [];
  visit(parent, "element", (element) => {
    if (element.tagName === tagName) found.push(element);
  });
  return found;
}
