import { Application, TSConfigReader } from "typedoc";
import { arrangeDocuments, documents } from "./arrange-documents.ts";
import { entryPoints } from "./entry-points.ts";
import { linkSources } from "./link-sources.ts";
import { nameModules } from "./name-modules.ts";
import { buildPlayground, linkPlayground } from "./playground.ts";
import { WarmTheme } from "./warm-theme.ts";
import { writeMarkdown } from "./write-markdown.ts";

// Builds the site of the documentation into docs/site. A warning fails the build.

const modules = await entryPoints();
const app = await Application.bootstrap(
  {
    name: "Knowledge Base",
    entryPoints: [...modules.values()],
    projectDocuments: documents.flatMap(({ files }) => files),
    outputs: [{ name: "html", path: "docs/site" }],

    tsconfig: "tsconfig.json",
    // The type check of the whole repository finds errors of types.
    skipErrorChecking: true,
    // There is no public repository that sources could be linked to.
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
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
    groupOrder: [...documents.map(({ group }) => group), "Modules", "Functions", "Classes", "*", "References"],
    navigation: {
      includeGroups: true,
      includeCategories: true,
      excludeReferences: true,
      includeFolders: false,
      compactFolders: false,
    },
    theme: "warm",
    customCss: ".ci/site/style.css",
    headings: { readme: false, document: false },
    searchInComments: true,
    searchInDocuments: true,
    highlightLanguages: [
      "bash",
      "css",
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
app.renderer.defineTheme("warm", WarmTheme);
nameModules(app, modules);
arrangeDocuments(app);
linkSources(app, modules);
linkPlayground(app);

const project = await app.convert();
if (project) {
  app.validate(project);
  await app.generateOutputs(project);
  await writeMarkdown("docs/site");
  await buildPlayground("docs/site");
}
if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
