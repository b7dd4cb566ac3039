import { Application, type PageEvent, type ProjectReflection, Reflection, TSConfigReader } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { documents } from "./documents.ts";
import { entryPoints } from "./entry-points.ts";
import { groupExports } from "./group-exports.ts";
import { keepAnchors } from "./keep-anchors.ts";
import { linkSections } from "./link-sections.ts";
import { linkSources } from "./link-sources.ts";
import { nameDocuments } from "./name-documents.ts";
import { nameModules } from "./name-modules.ts";
import { PageRouter } from "./page-router.ts";
import { shortenSchemas } from "./shorten-schemas.ts";

/** A page of the site in Markdown. */
export interface MarkdownPage {
  /** Path in the site, such as `guides/errors.md`. */
  readonly path: string;
  readonly markdown: string;
}

export interface MarkdownSite {
  readonly pages: readonly MarkdownPage[];
  readonly project: ProjectReflection;
  /** Paths of the pages, by what they describe. */
  readonly addresses: ReadonlyMap<Reflection, string>;
}

/**
 * Writes the documents and the reference in Markdown into a folder, with links between them.
 *
 * @throws Error if typedoc reports a warning
 */
export async function writeMarkdown(folder: string): Promise<MarkdownSite> {
  const modules = await entryPoints();
  const app = await Application.bootstrapWithPlugins(
    {
      name: "Knowledge Base",
      entryPoints: [...modules.values()],
      projectDocuments: [...documents],
      plugin: ["typedoc-plugin-markdown"],
      outputs: [{ name: "markdown", path: folder, options: markdownOptions }],

      tsconfig: "tsconfig.json",
      // The type check of the whole repository finds errors of types.
      skipErrorChecking: true,
      // There is no public repository to link sources to.
      disableSources: true,
      excludeInternal: true,
      excludePrivate: true,
      excludeExternals: true,
      treatWarningsAsErrors: true,
      validation: {
        invalidLink: true,
        invalidPath: true,
        notDocumented: true,
        notExported: true,
        rewrittenLink: true,
        unusedMergeModuleWith: true,
      },

      sortEntryPoints: false,
      sort: ["documents-first", "source-order"],
      groupOrder: ["Functions", "Classes", "Constructors", "Properties", "Methods", "*", "References"],
    },
    [new TSConfigReader()],
  );
  app.renderer.defineRouter("site-pages", PageRouter);
  nameModules(app, modules);
  nameDocuments(app);
  linkSources(app, modules);
  linkSections(app);
  keepAnchors(app);
  shortenSchemas(app);
  groupExports(app);
  const pages: MarkdownPage[] = [];
  const addresses = new Map<Reflection, string>();
  app.renderer.on(MarkdownPageEvent.END, ({ url, model, contents = "" }: MarkdownPageEvent | PageEvent) => {
    pages.push({ path: url, markdown: url === packagesPage ? packagesOf(contents) : contents });
    if (model instanceof Reflection) addresses.set(model, url);
  });

  const project = await app.convert();
  if (project) {
    app.validate(project);
    await app.generateOutputs(project);
  }
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("typedoc has reported problems.");
  return { pages, project, addresses };
}

const packagesPage = "reference.md";

/** Returns the list of the packages without that of the documents. */
function packagesOf(overview: string): string {
  const [, table = ""] = overview.split("\n## Reference\n");
  if (table === "") throw new Error("The overview of typedoc has no list of packages.");
  return `# Reference\n\nFind every export of the packages, with its types and its defaults. Each package exports less than it contains: what is not listed here may change in any release.\n${table}`;
}

const markdownOptions = {
  router: "site-pages",
  theme: "markdown",
  entryFileName: "index",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  expandObjects: true,
  expandParameters: true,
  indexFormat: "table",
  parametersFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
} as const;
