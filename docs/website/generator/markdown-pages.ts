import { type Application, JSX, type PageEvent } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";

/** Options of the pages in Markdown. They are for programs, so they have no navigation. */
export const markdownOptions = {
  router: "markdown-pages",
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

/** Links each HTML page to its Markdown, and collects the pages in Markdown, in the order of the site. */
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
    // The comments are directives for the tests of documents.
    page.contents = page.contents.replaceAll(/^<!-- .* -->\n\n?/gm, "");
    pages.push(page);
  });
  return pages;
}
