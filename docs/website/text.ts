import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { repository } from "../../scripts/addresses.ts";
import { contentFolder, documents, packedDocuments, pageOf, routeOf } from "./documents.ts";

/** Returns the address of a file or a folder of the repository; undefined if nothing shows it. */
export type AddressOf = (path: string, name: string) => string | undefined;

/** Returns addresses in the site, or in the repository. Without a site, all are in the repository. */
export function addressInSite(base: string | undefined): AddressOf {
  return (path, name) => {
    const page = base === undefined ? undefined : pageOfFile(path, name);
    return page === undefined ? repository && `${repository}/blob/main/${path}` : `${base}${page}`;
  };
}

/** Returns a document as text for readers who have only this page: without comments and images, and with addresses. */
export function toText(document: string, addressOf: AddressOf, text = readFileSync(document, "utf8")): string {
  const parts = /^(`{3,})[\s\S]*?^\1$|^<!--[\s\S]*?-->\n*|`[^`\n]+`|(!?)\[([^\]]+)\]\(([^)\s]+)\)/gm;
  return text.replaceAll(parts, (part, _, image, label, url) => {
    if (url === undefined) return part.startsWith("<!--") ? "" : part;
    return image ? `(Image: ${label})` : toLink(url, label, document, addressOf);
  });
}

/** Returns a link as Markdown. If nothing shows its target, its text says where that is; an export needs only its name. */
export function toLink(url: string, label: string, document: string, addressOf: AddressOf): string {
  const address = resolveLink(url, label, document, addressOf);
  if (address !== undefined) return `[${label}](${address})`;
  const path = pathOf(url, document);
  if (path.startsWith("packages/")) return label;
  const owner = packedDocuments.includes(path) ? "`@knowledge-base/sdk`" : "the repository";
  return `${label} (\`${path}\` of ${owner})`;
}

/** Returns where a link of a document or a docstring leads; undefined if nothing shows its target. */
export function resolveLink(url: string, text: string, document: string, addressOf: AddressOf): string | undefined {
  if (/^([a-z]+:|#)/.test(url)) return url;
  const anchor = url.split("#")[1];
  const path = pathOf(url, document);
  if (!existsSync(path)) throw new Error(`${document} has a link to ${url}, which does not exist.`);
  const address = addressOf(path, text.replaceAll("`", ""));
  return address && (anchor === undefined ? address : `${address}#${anchor}`);
}

function pathOf(url: string, document: string): string {
  const [target = ""] = url.split("#");
  return (target.startsWith("/") ? target.slice(1) : join(dirname(document), target)).replace(/\/$/, "");
}

// Returns the path in the site that shows a file or a folder of the repository; of a source file, the export of that name.
function pageOfFile(path: string, name: string): string | undefined {
  if (path === "README.md") return "";
  if (path === "docs/openapi.json") return "openapi.json";
  const document = [path, `${path}/README.md`].find((file) => documents.includes(file));
  if (document) return `${routeOf(document)}/`;
  const [, folder, source = ""] = /^packages\/([a-z]+)(\/.+)?$/.exec(path) ?? [];
  if (folder === undefined) return undefined;
  if (source === "") return `api/${folder}/`;
  const names = [name, basename(source, ".ts").replaceAll("-", "")].map((text) => text.toLowerCase());
  const pages = globSync("api/**/*.md", { cwd: contentFolder }).map((file) => file.toLowerCase().replace(/\.md$/, "/"));
  // A package may export what another package declares.
  return [`api/${folder}/`, "api/"]
    .flatMap((start) => names.map((text) => pages.find((page) => page.startsWith(start) && page.endsWith(`/${text}/`))))
    .find((page) => page !== undefined);
}

/** Returns the title of a document, and the whole sentences of its first paragraph that search engines show. */
export function describeText(text: string): { readonly title: string | undefined; readonly description?: string } {
  const [, title] = /^(?:# |title: )(.+)$/m.exec(text) ?? [];
  const plain = text.replaceAll(/^---[\s\S]*?^---$|^(`{3,})[\s\S]*?^\1$|<!--[\s\S]*?-->/gm, "");
  const first = plain
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[\p{L}`*[]/u.test(part));
  const description = first?.replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*\\]/g, "$1").replaceAll(/\s+/g, " ");
  return {
    title: title?.replaceAll(/[`"]/g, ""),
    ...(description === undefined
      ? {}
      : { description: description.replace(/:$/, ".").replace(/^(.{20,159}[.?!]|.{20}.*?[.?!])( .*)?$/, "$1") }),
  };
}

/** The files of the pages that have a copy as text, by their paths in the site: the documents, and the API. */
export function listTexts(): ReadonlyMap<string, string> {
  const api = globSync("api/**/*.md", { cwd: contentFolder }).toSorted();
  return new Map([
    ...documents.map((document): [string, string] => [pageOf(document), document]),
    ...api.map((file): [string, string] => [file.toLowerCase().replace(/\.md$/, ""), join(contentFolder, file)]),
  ]);
}

export function textOfPage(file: string, site: URL): string {
  const { href, pathname } = site;
  // A page of the API has its title above, and links below the path of the site.
  const text = readFileSync(file, "utf8")
    .replace(/^---\n[\s\S]*?^title: "?(.*?)"?\n[\s\S]*?^---$/m, "# $1")
    .replaceAll(`](${pathname}api/`, `](${href}api/`);
  return toText(file, addressInSite(href), text);
}
