import { readFileSync } from "node:fs";
import { relative } from "node:path";
import {
  type Application,
  type CommentDisplayPart,
  Converter,
  DeclarationReflection,
  type ProjectReflection,
  ReferenceType,
  ReflectionKind,
  RendererEvent,
} from "typedoc";
import { specificationAnchor, splitAtSections } from "../../scripts/generate/link-specification.ts";
import { publishedPackages } from "../../scripts/published-packages.ts";

/** Types that only the definitions of other types need, by package. Their comments say what they result in. */
const helperTypes: Readonly<Record<string, string[]>> = {
  sdk: ["DeclaredError", "EntryOf"],
  types: ["Entry", "Flat", "PartOf", "PathParams"],
};

/** Adds what the site needs to typedoc: links, shorter types, and a warning that fails the build. */
export function prepareReference(app: Application): void {
  const { converter } = app;
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    shortenSchemas(project);
    shortenContract(project);
  });
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) {
      if (!comment) continue;
      comment.summary = comment.summary.flatMap((part) => linked(part, project));
      for (const tag of comment.blockTags) tag.content = tag.content.flatMap((part) => linked(part, project));
    }
  });
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    const gaps = [...findMissingEntries(app), ...findGaps(project)];
    omitOrigins(project);
    // typedoc validates only the reflections of one package.
    for (const name of publishedPackages) {
      project.packageName = `@knowledge-base/${name}`;
      app.options.setValue("intentionallyNotExported", helperTypes[name] ?? []);
      app.validate(project);
    }
    if (gaps.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings())
      throw new Error(["typedoc has reported problems.", ...gaps].join("\n"));
  });
}

/** Shows only the names of the types of schemas: their shapes repeat the interfaces to which the docstrings link. */
function shortenSchemas(project: ProjectReflection): void {
  for (const variable of project.getReflectionsByKind(ReflectionKind.Variable)) {
    if (!variable.isDeclaration() || !(variable.type instanceof ReferenceType)) continue;
    const { name } = variable.type;
    if (!name.startsWith("ZodMini")) continue;
    project.removeTypeReflections(variable.type);
    variable.type = ReferenceType.createBrokenReference(name, project, "zod");
  }
}

/** Shows the operations of the contract by what they do: the interface of an operation describes their fields. */
function shortenContract(project: ProjectReflection): void {
  const [operation] = project.getReflectionsByKind(ReflectionKind.Interface).filter(({ name }) => name === "Operation");
  const entries = project.getReflectionsByKind(ReflectionKind.Property);
  for (const entry of entries) {
    if (!entry.isDeclaration() || !/\bcontract\.__type\.\w+\.\w+$/.test(entry.getFullName()) || !operation) continue;
    if (entry.type) project.removeTypeReflections(entry.type);
    entry.type = ReferenceType.createResolvedReference("Operation", operation, project);
  }
}

/** Links exports that a comment does not import, documents by their paths in the repository, and the specification. */
function linked(part: CommentDisplayPart, project: ProjectReflection): CommentDisplayPart[] {
  if (part.kind === "inline-tag" && !part.target) {
    const exports = (project.children ?? []).flatMap(({ children = [] }) => children);
    const target = exports.find((child) => child.name === part.text && !child.isReference());
    return [target ? { ...part, target } : part];
  }
  if (part.kind === "relative-link" && part.target !== undefined) {
    const path = project.files.resolve(part.target, project);
    const anchor = part.targetAnchor === undefined ? "" : `#${part.targetAnchor}`;
    return [{ kind: "text", text: `/${relative("", String(path))}${anchor}` }];
  }
  if (part.kind !== "text") return [part];
  const specification = "/docs/specification.md#";
  return splitAtSections(part.text).map(({ text, section }) => ({
    kind: "text",
    text: section === undefined ? text : `[${text}](${specification}${specificationAnchor(section)})`,
  }));
}

/** Returns the entry points for applications that typedoc.json leaves out. */
function findMissingEntries(app: Application): string[] {
  const listed = app.options.getValue("entryPoints").map((path) => relative("", path));
  return publishedPackages.flatMap((folder) => {
    const { exports }: { exports: Record<string, { "@knowledge-base/source"?: string }> } = JSON.parse(
      readFileSync(`packages/${folder}/package.json`, "utf8"),
    );
    return Object.entries(exports).flatMap(([path, { "@knowledge-base/source": source = "./package.json" }]) => {
      const file = `packages/${folder}/${source.slice(2)}`;
      // Applications do not import the internal entry.
      const isMissing = file.endsWith(".ts") && path !== "./internal" && !listed.includes(file);
      return isMissing ? [`typedoc.json does not list ${file}`] : [];
    });
  });
}

// A field states its default with `@default` or in a sentence, or its type says what happens if any of its fields are omitted.
const statesDefault = /@default \S|\bby default\b|\bif omitted\b|^Not allowed: /i;
const statesDefaults = /\bomitted (fields|flags|ids|functions?)\b|\bby default\b/i;
const isPassed = /(Options|Hooks|Limits|Declaration|Target|Input|Init|Filter|Fault|Edit|Content)$|^WaitFor|^Target/;
const isOption = /(Options|Hooks|Limits|Declaration)$|^Target$/;
const isResource = /^(Bindings|Channels|OAuth|Pages|PromptIndex)$/;
const isUsed = /Control$|^(Reference|Connected)Server$|^(Fault|Middleware)$/;

/** Returns what docstrings leave out: the defaults of optional fields, and examples with a link to a document. */
function findGaps(project: ProjectReflection): string[] {
  const hasExample = (text: string) => /@example[\s\S]*```ts/.test(text);
  const isComplete = (text: string) => hasExample(text) && /\/docs\/(guides|operations|reference)\//.test(text);
  const exports = (project.children ?? []).flatMap(({ children = [] }) => children);
  return exports.flatMap((type) => {
    const whole = textOf(type);
    const fields = isPassed.test(type.name)
      ? (type.children ?? []).filter(({ flags, inheritedFrom }) => flags.isOptional && !inheritedFrom)
      : [];
    const defaults = fields.filter((field) => !statesDefault.test(textOf(field)) && !statesDefaults.test(whole));
    const operations = isResource.test(type.name) ? (type.children ?? []).filter((child) => child.signatures) : [];
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

/** Leaves out the lines "Implements", "Implementation of", "Inherited from" and "Overrides". */
function omitOrigins(project: ProjectReflection): void {
  for (const reflection of Object.values(project.reflections)) {
    if (!(reflection instanceof DeclarationReflection || reflection.isSignature())) continue;
    delete reflection.implementationOf;
    delete reflection.inheritedFrom;
    delete reflection.overwrites;
    if (reflection instanceof DeclarationReflection) delete reflection.implementedTypes;
  }
}
