import { readFileSync } from "node:fs";
import { relative } from "node:path";
import {
  type Application,
  type CommentDisplayPart,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  ReferenceType,
  ReflectionKind,
  RendererEvent,
} from "typedoc";
import { specificationAnchor, splitAtSections } from "../../scripts/generate/link-specification.ts";

/** The entry points for applications: the source files, by their names in the site, such as `sdk/oauth`. */
export const entryPoints: ReadonlyMap<string, string> = new Map(
  ["sdk", "mcp", "server", "types", "conformance"].flatMap((folder) => {
    const { exports }: { exports: Record<string, { "@knowledge-base/source"?: string }> } = JSON.parse(
      readFileSync(`packages/${folder}/package.json`, "utf8"),
    );
    return Object.entries(exports).flatMap(([path, { "@knowledge-base/source": source }]): [string, string][] =>
      // Applications do not import the internal entry.
      source === undefined || path === "./internal"
        ? []
        : [[`${folder}${path.slice(1)}`, `packages/${folder}/${source.slice(2)}`]],
    );
  }),
);

/** Adds what the site needs to typedoc: names, links, and a warning that fails the build. */
export function prepareReference(app: Application): void {
  const { converter } = app;
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    nameModules(project);
    shortenSchemas(project);
  });
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) {
      if (!comment) continue;
      comment.summary = comment.summary.flatMap((part) => linked(part, project));
      for (const tag of comment.blockTags) tag.content = tag.content.flatMap((part) => linked(part, project));
    }
  });
  app.renderer.on(RendererEvent.BEGIN, ({ project }) => {
    app.validate(project);
    const gaps = findGaps(project);
    if (gaps.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings())
      throw new Error(["typedoc has reported problems.", ...gaps].join("\n"));
  });
}

/** Names the modules as they are imported, without the scope. */
function nameModules(project: ProjectReflection): void {
  const names = new Map(Array.from(entryPoints, ([name, file]) => [file.replace(/(\/index)?\.ts$/, ""), name]));
  for (const module of project.children ?? []) {
    const name = names.get(`packages/${module.name.replace(/\/index$/, "")}`);
    if (!name) throw new Error(`${module.name} is no entry point of a package`);
    module.name = name;
  }
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

// A field states its default with `@default` or in a sentence, or its type says what happens if any of its fields are omitted.
const statesDefault = /@default \S|\bby default\b|\bif omitted\b/i;
const statesDefaults = /\bomitted (fields|ids|functions?)\b/i;
const isPassed = /(Options|Hooks|Limits|Declaration|Target|Input|Init|Filter)$/;
const isOption = /(Options|Hooks|Limits|Declaration)$|^Target$/;
const isResource = /^(Bindings|Channels|OAuth|Pages|PromptIndex)$/;

/** Returns what docstrings leave out: the defaults of optional fields, and examples with a link to a document. */
function findGaps(project: ProjectReflection): string[] {
  const isComplete = (text: string) =>
    /@example[\s\S]*```ts/.test(text) && /\/docs\/(guides|operations|reference)\//.test(text);
  const gaps = (project.children ?? [])
    .flatMap(({ children = [] }) => children)
    .flatMap((type) => {
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
      return [
        ...defaults.map((field) => `${field.getFullName()} does not state its default`),
        ...examples.map((each) => `${each.getFullName()} has no example with a link to a document`),
      ];
    });
  return gaps;
}

function textOf({ comment, signatures }: DeclarationReflection): string {
  const { summary = [], blockTags = [] } = comment ?? signatures?.[0]?.comment ?? {};
  const tags = blockTags.flatMap(({ tag, content }) => [{ text: `\n${tag} ` }, ...content]);
  return [...summary, ...tags].map(({ text }) => text).join("");
}
