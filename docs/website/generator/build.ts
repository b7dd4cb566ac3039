import { Application, TSConfigReader } from "typedoc";
import { configureSearch, searchGroupBoosts } from "./configure-search.ts";
import { entryPoints } from "./entry-points.ts";
import { groupExports } from "./group-exports.ts";
import { linkOpenApi } from "./link-open-api.ts";
import { linkSections } from "./link-sections.ts";
import { linkSources } from "./link-sources.ts";
import { collectMarkdown, markdownOptions } from "./markdown-pages.ts";
import { nameModules } from "./name-modules.ts";
import { documents, orderDocuments } from "./order-documents.ts";
import { HtmlRouter, MarkdownRouter } from "./page-routers.ts";
import { buildPlayground, linkPlayground } from "./playground.ts";
import { PreloadHighlighterTheme } from "./preload-highlighter-theme.ts";
import { writeLlmsTxt } from "./write-llms-txt.ts";

// Builds the site of the documentation into docs/site. A warning fails the build.

const modules = await entryPoints();
const app = await Application.bootstrapWithPlugins(
  {
    name: "Knowledge Base",
    entryPoints: [...modules.values()],
    projectDocuments: documents.flatMap(({ files }) => [...files]),
    plugin: ["typedoc-plugin-markdown"],
    outputs: [
      { name: "html", path: "docs/site", options: { theme: "preload-highlighter", router: "html-pages" } },
      { name: "markdown", path: "docs/site", options: markdownOptions },
    ],

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

    includeHierarchySummary: false,
    sortEntryPoints: false,
    sort: ["documents-first", "source-order"],
    groupOrder: [
      ...documents.map(({ group }) => group),
      "Modules",
      "Functions",
      "Classes",
      "Constructors",
      "Properties",
      "Methods",
      "*",
      "References",
    ],
    navigation: {
      includeGroups: true,
      includeCategories: true,
      excludeReferences: true,
      includeFolders: false,
      compactFolders: false,
    },
    customCss: "docs/website/generator/style.css",
    customJs: "docs/website/generator/open-groups.js",
    favicon: "docs/website/generator/favicon.svg",
    headings: { readme: false, document: false },
    searchInComments: true,
    searchInDocuments: true,
    searchGroupBoosts,
    highlightLanguages: [
      "bash",
      "css",
      "dockerfile",
      "go",
      "html",
      "http",
      "javascript",
      "json",
      "nginx",
      "python",
      "ruby",
      "typescript",
      "yaml",
    ],
    hideGenerator: true,
  },
  [new TSConfigReader()],
);
app.renderer.defineTheme("preload-highlighter", PreloadHighlighterTheme);
app.renderer.defineRouter("html-pages", HtmlRouter);
app.renderer.defineRouter("markdown-pages", MarkdownRouter);
nameModules(app, modules);
orderDocuments(app);
linkSources(app, modules);
linkSections(app);
groupExports(app);
configureSearch(app);
const pages = collectMarkdown(app);
linkPlayground(app);

const project = await app.convert();
if (project) {
  app.validate(project);
  await app.generateOutputs(project);
  await linkOpenApi("docs/site");
  await writeLlmsTxt("docs/site", project, pages);
  await buildPlayground("docs/site");
}
if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
