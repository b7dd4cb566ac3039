import { relative } from "node:path";
import { KindRouter, type ProjectReflection, type Reflection } from "typedoc";
import { MemberRouter } from "typedoc-plugin-markdown";

const packages = "@knowledge-base/";

/** Returns the path of a page in the site, without its extension, such as `guides/errors` or `reference/sdk/Page`. */
function pathOf(reflection: Reflection): string {
  if (reflection.isDocument()) {
    const path = relative("", reflection.project.files.getReflectionPath(reflection) ?? "");
    return path
      .replace(/^docs\//, "")
      .replace(/\.md$/, "")
      .replace(/README$/, "index");
  }
  const { name, parent } = reflection;
  if (!parent || parent.isProject()) return `reference/${name.replace(packages, "")}/index`;
  return `${pathOf(parent).replace(/\/index$/, "")}/${name}`;
}

/** Determines the paths of the pages in HTML. The page of a module is in the folder of its exports. */
export class HtmlRouter extends KindRouter {
  override getIdealBaseName(reflection: Reflection): string {
    return pathOf(reflection);
  }

  override getFileName(baseName: string): string {
    return super.getFileName(baseName === "modules" ? "reference" : baseName);
  }
}

/** Determines the paths of the same pages in Markdown. */
export class MarkdownRouter extends MemberRouter {
  override getIdealBaseName(reflection: Reflection): string {
    return pathOf(reflection);
  }

  override getModulesFileName(_project: ProjectReflection): string {
    return "reference";
  }
}
