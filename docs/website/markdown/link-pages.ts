import { existsSync } from "node:fs";
import { join, posix, relative } from "node:path";
import type { Root } from "hast";
import { visit } from "unist-util-visit";
import type { VFile } from "vfile";
import { pathInSite } from "../generator/navigation.ts";
import { codePagePath, isCode } from "../generator/write-content.ts";

/** Makes links between the files of the content lead to their pages. */
export function linkPages({ base, content }: { readonly base: string; readonly content: string }) {
  return (tree: Root, file: VFile) => {
    const folder = posix.dirname(relative(content, file.path));
    visit(tree, "element", ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName === "a" && typeof href === "string" && !/^([a-z]+:|[#/])/.test(href)) {
        properties["href"] = addressOf(href, folder);
      }
    });
  };

  function addressOf(href: string, folder: string): string {
    const [target = "", anchor] = href.split("#");
    const path = posix.join(folder, decodeURI(target));
    const page = pageOf(path);
    return `${base}${page}${anchor === undefined ? "" : `#${anchor}`}`;
  }

  function pageOf(path: string): string {
    if (path === "index.md") return "";
    if (path.startsWith("_media/")) return isCode(path) ? `${codePagePath(path)}/` : path.replace("_media/", "");
    if (!path.endsWith(".md") || !existsSync(join(content, path))) throw new Error(`No page of the site is ${path}.`);
    const page = pathInSite(path.replace(/\.md$/, ""));
    return `${page}/`;
  }
}
