import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Code, Heading, Html, Link, Nodes, Parent, Root, RootContent } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import type { VFile } from "vfile";
import { contentFolder, documents, repository, routeOf } from "./documents.ts";
import { programsOf, type SiteProgram } from "./programs.ts";

const apiPages = () => globSync("api/**/*.md", { cwd: contentFolder });

/** Turns a document of the repository into a page: without its heading and comments, and with links between pages. */
export function toPage({ base }: { readonly base: string }) {
  return (tree: Root, file: VFile) => {
    const document = relative("", realpathSync(file.path));
    const programs = new Map(
      documents.includes(document) ? programsOf(document).map((program) => [program.block.line - 1, program]) : [],
    );
    // Readers of the search want explanations before details.
    if (!documents.includes(document)) {
      for (const child of tree.children) addProperties(child, { dataPagefindWeight: "0.2" });
    }
    visit(tree, (node, index, parent) => {
      if (!parent || index === undefined) return undefined;
      const next = parent.children[index + 1];
      const replacement = replace(node, next, document, dirname(file.path), programs);
      if (!replacement) return undefined;
      const isLine = replacement.length === 1 && replacement[0]?.type === "paragraph";
      (parent as Parent).children.splice(index, isLine ? 2 : 1, ...replacement);
      return index + replacement.length;
    });
  };

  /** Returns the nodes that take the place of a node, if it does not stay. */
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
    if (node.type === "code" && /^npm install .*@knowledge/m.test(node.value)) return packageTabs(node);
    if (node.type === "code") return withProgram(node, programs.get(node.position?.start.line ?? 0));
    if (node.type !== "link") return undefined;
    const address = addressOf(node.url, textOf(node), document, base);
    if (address === undefined) return node.children as RootContent[];
    node.url = address;
    return undefined;
  }

  /** Shows the complete program of a block, with the lines above it folded, and a link that runs it. */
  function withProgram(node: Code, program: SiteProgram | undefined): RootContent[] | undefined {
    if (!program) return undefined;
    if (isFolded(program)) {
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

/** Returns a document as text for readers who have only this page: without comments, and with complete programs and addresses. */
export function toText(document: string, base: string): string {
  const programs = [...programsOf(document)];
  const parts = /^(`{3,})(ts\b)?[\s\S]*?^\1$|^<!--[\s\S]*?-->\n*|`[^`\n]+`|(!?)\[([^\]]+)\]\(([^)\s]+)\)/gm;
  return readFileSync(document, "utf8").replaceAll(parts, (part, fence, ts, image, text, url) => {
    const program = ts ? programs.shift() : undefined;
    if (fence !== undefined)
      return program && isFolded(program) ? part.replace(program.block.text, () => program.code) : part;
    if (url === undefined) return part.startsWith("<!--") ? "" : part;
    if (image) return `(Image: ${text})`;
    const address = addressOf(url, text, document, base);
    return address === undefined ? text : `[${text}](${address})`;
  });
}

/** Whether the lines above a block are part of the program that a page shows. */
function isFolded({ block, linesAbove }: SiteProgram): boolean {
  return block.exemption === undefined && linesAbove > 0;
}

/** Returns the address of a link in a document or a docstring; undefined if nothing shows its target. */
function addressOf(url: string, text: string, document: string, base: string): string | undefined {
  if (/^([a-z]+:|#)/.test(url) || url.startsWith(`${base}api/`)) return url;
  const [target = "", anchor] = url.split("#");
  const path = (target.startsWith("/") ? target.slice(1) : join(dirname(document), target)).replace(/\/$/, "");
  if (!existsSync(path)) throw new Error(`${document} has a link to ${url}, which does not exist.`);
  const page = pageOfFile(path, text.replaceAll("`", ""));
  if (page === undefined) return repository && `${repository}/blob/main/${path}`;
  return `${base}${page}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** How other package managers than npm do what a command does. */
const packageManagers = {
  npm: {},
  pnpm: { "npm install --save-dev": "pnpm add --save-dev", "npm install": "pnpm add", npx: "pnpm exec" },
  yarn: { "npm install --save-dev": "yarn add --dev", "npm install": "yarn add", npx: "yarn" },
  bun: { "npm install --save-dev": "bun add --dev", "npm install": "bun add", npx: "bunx" },
};

/** Returns tabs with the commands of a block for each package manager. The component `MarkdownContent` shows them. */
function packageTabs({ position: _, ...code }: Code): RootContent[] {
  const html = (value: string): Html => ({ type: "html", value });
  const tabs = Object.entries(packageManagers).flatMap(([name, commands]) => [
    html(`<starlight-tab-item data-label="${name}">`),
    { ...code, value: Object.entries(commands).reduce(replaceStarts, code.value) },
    html("</starlight-tab-item>"),
  ]);
  return [html("<package-tabs>"), ...tabs, html("</package-tabs>")];
}

function replaceStarts(lines: string, [start, other]: [string, string]): string {
  return lines.replaceAll(new RegExp(`^${start} `, "gm"), `${other} `);
}

/** Adds attributes to the element that a node becomes. */
function addProperties(node: RootContent, properties: object): void {
  const { hProperties } = (node.data ?? {}) as { readonly hProperties?: object };
  node.data = { ...node.data, hProperties: { ...hProperties, ...properties } } as object;
}

/** Returns the heading and the text of a default in the reference as one line. */
function asLine({ children: [title] }: Heading, next: Nodes | undefined): RootContent[] | undefined {
  if (title?.type !== "text" || !/^Default( Value)?$/.test(title.value)) return undefined;
  const value = next?.type === "code" ? [{ type: "inlineCode" as const, value: next.value }] : [];
  const text = next?.type === "paragraph" ? next.children : value;
  return [
    { type: "paragraph", children: [{ type: "strong", children: [{ type: "text", value: "Default: " }] }, ...text] },
  ];
}

/** Returns the path in the site that shows a file or a folder of the repository; of a source file, the export of that name. */
function pageOfFile(path: string, name: string): string | undefined {
  if (path === "README.md") return "";
  if (path === "docs/openapi.json") return "openapi.json";
  const document = [path, `${path}/README.md`].find((file) => documents.includes(file));
  if (document) return `${routeOf(document)}/`;
  const [, folder, source = ""] = /^packages\/([a-z]+)(\/.+)?$/.exec(path) ?? [];
  if (folder === undefined) return undefined;
  if (source === "") return `api/${folder}/`;
  const names = [name, basename(source, ".ts").replaceAll("-", "")].map((text) => text.toLowerCase());
  const pages = apiPages().map((file) => file.toLowerCase().replace(/\.md$/, "/"));
  // A package may export what another one declares.
  return [`api/${folder}/`, "api/"]
    .flatMap((start) => names.map((text) => pages.find((page) => page.startsWith(start) && page.endsWith(`/${text}/`))))
    .find((page) => page !== undefined);
}
