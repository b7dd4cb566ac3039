import { type Application, Converter, RendererEvent } from "typedoc";
import { listPublishedPackages, readEntryPoints } from "../../scripts/manifests.ts";
import {
  describeRecords,
  linkComments,
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

/** The modules that applications import. */
export const entryPoints: string[] = listPublishedPackages().flatMap((name) =>
  readEntryPoints(`packages/${name}`)
    .modules.filter((module) => module !== "./src/internal.ts")
    .map((module) => `packages/${name}/${module}`),
);

/** Adds what the site needs to typedoc: links, shorter types, and a warning that fails the build. */
export function prepareReference(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    shortenSchemas(project);
    shortenContract(project);
    describeRecords(project);
    showRemoteTypes(project);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => linkComments(project));
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    // typedoc validates only the reflections of one package.
    for (const name of listPublishedPackages()) {
      project.packageName = `@knowledge-base/${name}`;
      app.options.setValue("intentionallyNotExported", helperTypes[name] ?? []);
      app.validate(project);
    }
    if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("typedoc has reported problems.");
    omitNoise(project);
    showFields(project);
  });
}
