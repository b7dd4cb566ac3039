import { type Application, JSX, type PageEvent } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";

/** How the plugin writes the pages in Markdown: for programs that read, without links around the text. */
export const markdownOptions = {
  router: "markdown-addresses",
  theme: "markdown",
  cleanOutputDir: false,
  entryFileName: "index",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  expandObjects: true,
  expandParameters: true,
  indexFormat: "table",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
} as const;

/** Has each page in HTML say where it is in Markdown, and collects the pages in Markdown, in the order of the site. */
export function collectMarkdown({ renderer }: Application): readonly MarkdownPageEvent[] {
  renderer.hooks.on("head.end", ({ page, relativeURL }) =>
    JSX.createElement("link", {
      rel: "alternate",
      type: "text/markdown",
      href: relativeURL(page.url.replace(/\.html$/, ".md")),
    }),
  );

  const pages: MarkdownPageEvent[] = [];
  renderer.on(MarkdownPageEvent.END, (page: MarkdownPageEvent | PageEvent) => {
    if (!(page instanceof MarkdownPageEvent)) return;
    // What the comments say is for those who write the documents.
    page.contents = page.contents.replaceAll(/^<!-- .* -->\n\n?/gm, "");
    pages.push(page);
  });
  return pages;
}
