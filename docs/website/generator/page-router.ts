import { relative } from "node:path";
import type { ProjectReflection, Reflection } from "typedoc";
import { MemberRouter } from "typedoc-plugin-markdown";
import { documentPath } from "./documents.ts";

const packages = "@knowledge-base/";

/** Determines the paths of the pages, such as `guides/errors.md` or `reference/sdk/Page.md`. */
export class PageRouter extends MemberRouter {
  override getIdealBaseName(reflection: Reflection): string {
    return pathOf(reflection);
  }

  override getModulesFileName(_project: ProjectReflection): string {
    return "reference";
  }
}

/** Returns the path of a page, without its extension. The page of a module is in the folder of its exports. */
function pathOf(reflection: Reflection): string {
  if (reflection.isDocument()) {
    return documentPath(relative("", reflection.project.files.getReflectionPath(reflection) ?? ""));
  }
  const { name, parent } = reflection;
  if (!parent || parent.isProject()) return `reference/${name.replace(packages, "")}/index`;
  return `${pathOf(parent).replace(/\/index$/, "")}/${name}`;
}
