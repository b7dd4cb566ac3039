import { join, relative } from "node:path";
import { type Application, Converter, RendererEvent } from "typedoc";
import { listPublishedPackages, readEntryPoints } from "../../scripts/manifests.ts";
import {
  describeRecords,
  linkComments,
  linkErrorDocuments,
  omitNoise,
  shortenContract,
  shortenSchemas,
  showFields,
  showRemoteTypes,
} from "./reference-pages.ts";

// Types that only the definitions of other types need, by package. Their comments say what they result in.
const helperTypes: Readonly<Record<string, string[]>> = {
  sdk: ["DeclaredError", "Resources"],
  types: ["OperationOf", "Flat", "PartOf", "PathParams"],
};

/** Adds what the site needs to typedoc: links, shorter types, and a warning that fails the build. */
export function prepareReference(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    shortenSchemas(project);
    shortenContract(project);
    describeRecords(project);
    linkErrorDocuments(project);
    showRemoteTypes(project);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => linkComments(project));
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    const missing = findMissingEntries(app);
    // typedoc validates only the reflections of one package.
    for (const name of listPublishedPackages()) {
      project.packageName = `@knowledge-base/${name}`;
      app.options.setValue("intentionallyNotExported", helperTypes[name] ?? []);
      app.validate(project);
    }
    if (missing.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings())
      throw new Error(["typedoc has reported problems.", ...missing].join("\n"));
    omitNoise(project);
    showFields(project);
  });
}

function findMissingEntries(app: Application): string[] {
  const listed = app.options.getValue("entryPoints").map((path) => relative("", path));
  const files = listPublishedPackages().flatMap((name) =>
    readEntryPoints(`packages/${name}`).modules.map((module) => join("packages", name, module)),
  );
  // Applications don't import the internal entry.
  const missing = files.filter((file) => !file.endsWith("/internal.ts") && !listed.includes(file));
  return missing.map((file) => `typedoc.json does not list ${file}`);
}
