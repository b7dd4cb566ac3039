import { readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Code, Heading, Link, Nodes, Parent, Root, RootContent } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import type { VFile } from "vfile";
import { documents } from "./documents.ts";
import { programsOf, type SiteProgram } from "./programs.ts";
import { addressInSite, resolveLink } from "./text.ts";

/** Turns a document of the repository into a page: without its heading and comments, and with links between pages. */
export function toPage({ base }: { readonly base: string }) {
  return (tree: Root, file: VFile) => {
    const document = relative("", realpathSync(file.path));
    if (document.endsWith(".mdx")) return;
    const programs = new Map(
      documents.includes(document) ? programsOf(document).map((program) => [program.block.line - 1, program]) : [],
    );
    // Readers of the search want explanations before details.
    if (!documents.includes(document))
      for (const child of tree.children) addProperties(child, { dataPagefindWeight: "0.2" });
    visit(tree, (node, index, parent) => {
      if (!parent || index === undefined) return undefined;
      const next = parent.children[index + 1];
      const replacement = replace(node, next, document, dirname(file.path), programs);
      if (!replacement) return undefined;
      const isLine = node.type === "heading" && replacement.length > 0;
      (parent as Parent).children.splice(index, isLine ? 2 : 1, ...replacement);
      return isLine ? index : index + replacement.length;
    });
  };

  // Returns the nodes that take the place of a node, if it doesn't stay.
  function replace(
    node: Nodes,
    next: Nodes | undefined,
    document: string,
    folder: string,
    programs: ReadonlyMap<number, SiteProgram>,
  ): RootContent[] | undefined {
    if (node.type === "thematicBreak") return [];
    if (node.type === "definition")
      throw new Error(`${document} defines the link [${node.label}]: write its address inline.`);
    // Tables scroll sideways on a phone, with the keyboard too.
    if (node.type === "table") {
      const [title] = node.children[0]?.children ?? [];
      addProperties(node, { tabIndex: 0, className: title && textOf(title) === "message" ? ["messages"] : [] });
    }
    // Shorter code stays on a line.
    if (node.type === "inlineCode" && / .{20}|.{20} /.test(node.value)) addProperties(node, { className: ["phrase"] });
    if (node.type === "heading") return node.depth === 1 ? [] : asLine(node, next);
    if (node.type === "html" && node.value.startsWith("<!--")) return [];
    if (node.type === "image") {
      const image = join(dirname(document), node.url);
      // A diagram is part of the page, so that it follows its theme and screen readers read its description.
      if (image.endsWith(".svg")) return [{ type: "html", value: readFileSync(image, "utf8") }];
      node.url = relative(folder, image);
    }
    if (node.type === "code") return withProgram(node, programs.get(node.position?.start.line ?? 0));
    if (node.type !== "link") return undefined;
    if (node.url.startsWith(`${base}api/`)) return undefined;
    const address = resolveLink(node.url, textOf(node), document, addressInSite(base));
    if (address === undefined) return node.children as RootContent[];
    node.url = address;
    return undefined;
  }

  // Shows the complete program of a block, with the lines above it folded, and a link that runs it.
  function withProgram(node: Code, program: SiteProgram | undefined): RootContent[] | undefined {
    if (!program) return undefined;
    if (program.linesAbove > 0 && program.block.exemption === undefined) {
      node.value = program.code;
      node.meta = `${node.meta ?? ""} collapse={1-${program.linesAbove}}`;
    }
    if (!program.canRun) return undefined;
    const link: Link = {
      type: "link",
      url: `${base}playground/#${program.name}`,
      children: [{ type: "text", value: "Run it" }],
      data: { hProperties: { className: ["run-link"], dataPagefindIgnore: "" } },
    };
    return [node, { type: "paragraph", children: [link] }];
  }
}

function addProperties(node: RootContent, properties: object): void {
  const { hProperties } = (node.data ?? {}) as { readonly hProperties?: object };
  node.data = { ...node.data, hProperties: { ...hProperties, ...properties } } as object;
}

// Returns a heading in the reference and what follows it as a line, and a line above an example.
function asLine({ depth, children: [title] }: Heading, next: Nodes | undefined): RootContent[] | undefined {
  if (title?.type !== "text" || (next?.type !== "code" && next?.type !== "paragraph")) return undefined;
  const label = { type: "strong" as const, children: [{ type: "text" as const, value: `${title.value}: ` }] };
  if (title.value === "Example" && depth > 3) return [{ type: "paragraph", children: [label] }, next];
  if (!/^(Default|See)$/.test(title.value)) return undefined;
  const text = next.type === "paragraph" ? next.children : [{ type: "inlineCode" as const, value: next.value }];
  return [{ type: "paragraph", children: [label, ...text] }];
}
