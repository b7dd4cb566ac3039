import { join, relative } from "node:path";
import {
  type Application,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
  RendererEvent,
} from "typedoc";
import { listPublishedPackages, readEntryPoints } from "../../scripts/manifests.ts";
import {
  describeRecords,
  linkComments,
  listCodes,
  listMessages,
  omitNoise,
  placeDefaults,
  shortenContract,
  shortenSchemas,
  showFields,
  showInterfaces,
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
    listMessages(project);
    listCodes(project);
    placeDefaults(project);
    showRemoteTypes(project);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => linkComments(project));
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    const gaps = [...findMissingEntries(app), ...findGaps(project)];
    // typedoc validates only the reflections of one package.
    for (const name of listPublishedPackages()) {
      project.packageName = `@knowledge-base/${name}`;
      app.options.setValue("intentionallyNotExported", helperTypes[name] ?? []);
      app.validate(project);
    }
    if (gaps.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings())
      throw new Error(["typedoc has reported problems.", ...gaps].join("\n"));
    omitNoise(project);
    showInterfaces(project);
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

// A field states its default with `@default` or in a sentence, or its type says what happens if any of its fields are omitted.
const statesDefault = /@default \S|\bby default\b|\bif omitted\b|^Not allowed: /i;
const statesDefaults = /\bomitted (fields|flags|ids|functions?)\b|\bby default\b/i;
const listsDefaults = /Defaults:\n/;
// The names of types say what they are for.
const isPassed = /(Options|Input|Filter|Fault|Edit|Content)$|^(Target|WaitFor)/;
const isOption = /Options$|^Target$/;
const isUsed =
  /Control$|^(Reference|Server|Connected)(Server|Organization)$|^(Fault|Middleware|JournalEntry|Delivery)$/;

// Returns what docstrings leave out: the defaults of optional fields, and examples with a link to a document.
function findGaps(project: ProjectReflection): string[] {
  const hasExample = (text: string) => /@example[\s\S]*```ts/.test(text);
  const isComplete = (text: string) => hasExample(text) && /\/docs\/(guides|operations|reference)\//.test(text);
  const exports = (project.children ?? []).flatMap(({ children = [] }) => children);
  return exports.flatMap((type) => {
    const whole = textOf(type);
    const fields = isPassed.test(type.name)
      ? (type.children ?? []).filter(
          ({ flags, inheritedFrom }) => flags.isOptional && (!inheritedFrom || listsDefaults.test(whole)),
        )
      : [];
    const defaults = fields.filter((field) => !statesDefault.test(textOf(field)) && !statesDefaults.test(whole));
    const isResource = type.extendedTypes?.some((parent) => `${parent}`.startsWith("ResourceMethods"));
    const operations = isResource ? (type.children ?? []).filter((child) => child.signatures) : [];
    const isError = type.kind === ReflectionKind.Class && type.name.endsWith("Error");
    const shown = [
      ...(isOption.test(type.name) && !isComplete(whole) ? fields : []),
      ...operations,
      ...(isError ? [type] : []),
    ];
    const examples = shown.filter((each) => !isComplete(textOf(each)));
    const isFault = type.name.endsWith("Fault") && type.children?.some(({ name }) => name === "kind");
    const isCalled = type.kindOf([ReflectionKind.Function, ReflectionKind.Class]) || isUsed.test(type.name) || isFault;
    return [
      ...defaults.map((field) => `${field.getFullName()} does not state its default`),
      ...examples.map((each) => `${each.getFullName()} has no example with a link to a document`),
      ...(isCalled && !hasExample(whole) ? [`${type.getFullName()} has no example`] : []),
    ];
  });
}

function textOf({ comment, signatures }: DeclarationReflection): string {
  const { summary = [], blockTags = [] } = comment ?? signatures?.[0]?.comment ?? {};
  const tags = blockTags.flatMap(({ tag, content }) => [{ text: `\n${tag} ` }, ...content]);
  return [...summary, ...tags].map(({ text }) => text).join("");
}
