import { basename, dirname } from "node:path";
import {
  type Application,
  Converter,
  type DeclarationReflection,
  normalizePath,
  type ProjectReflection,
  ReflectionKind,
} from "typedoc";

/**
 * Makes links between documents and the reference: a link to a source file leads to the export that the file is named
 * after, a link to the folder of a package to its main entry point, one to any other folder to its README; and a comment may name any export without importing it.
 */
export function linkSources({ converter, files }: Application, modules: ReadonlyMap<string, string>): void {
  converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.parent?.kindOf(ReflectionKind.Module)) return;
    const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? [];
    const file = declaration?.getSourceFile().fileName;
    if (file && isNamedAfter(file, reflection)) files.registerReflectionPath(normalizePath(file), reflection);
  });

  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const path = files.getReflectionPath(document);
    if (path?.endsWith("/README.md")) files.registerReflectionPath(normalizePath(dirname(path)), document);
  });

  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const [name, file] of modules) {
      const module = project.children?.find((child) => child.name === name);
      const folder = normalizePath(`${process.cwd()}/${dirname(dirname(file))}`);
      if (module && basename(file) === "index.ts") files.registerReflectionPath(folder, module);
    }
  });

  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) {
      const parts = [...(comment?.summary ?? []), ...(comment?.blockTags ?? []).flatMap(({ content }) => content)];
      for (const part of parts) {
        const target = part.kind === "inline-tag" && !part.target ? exportOf(project, part.text) : undefined;
        if (target) Object.assign(part, { target });
      }
    }
  });
}

/** Returns whether a file is named after an export. The files of control groups, such as `pages.ts`, leave out `Control`. */
export function isNamedAfter(file: string, { name }: DeclarationReflection): boolean {
  const fileName = basename(file, ".ts").replaceAll("-", "");
  return [fileName, `${fileName}control`].includes(name.toLowerCase());
}

function exportOf(project: ProjectReflection, name: string): DeclarationReflection | undefined {
  const exports = (project.children ?? []).flatMap(({ children = [] }) => children);
  return exports.find((child) => child.name === name && !child.isReference());
}
