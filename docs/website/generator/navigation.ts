import type { DeclarationReflection, ProjectReflection, Reflection } from "typedoc";
import { documentPath, headingOf, sections } from "./documents.ts";

/** Pages of the site as the top bar, the sidebars and the footer list them. */
export interface NavigationSection {
  /** Label in the top bar; without one, the footer links the section. */
  readonly label?: string;
  readonly groups: readonly NavigationGroup[];
}

export interface NavigationGroup {
  readonly label: string;
  readonly pages: readonly NavigationPage[];
  /** Page that introduces the group. */
  readonly path?: string;
  readonly groups?: readonly NavigationGroup[];
}

export interface NavigationPage {
  readonly label: string;
  /** Path in the site, such as `guides/errors`. */
  readonly path: string;
}

/** Returns the navigation of the documents and of the reference. */
export function navigationOf(
  project: ProjectReflection,
  addresses: ReadonlyMap<Reflection, string>,
): readonly NavigationSection[] {
  const [learn, api, ...others] = sections.map(({ label, groups }) => ({
    ...(label === undefined ? {} : { label }),
    groups: groups.map((group) => ({ label: group.label, pages: group.files.map(pageOf) })),
  }));
  if (!learn || !api) throw new Error("There are too few sections of documents.");
  const reference = {
    label: "Reference",
    groups: [referencePages, ...(project.children ?? []).map((module) => moduleGroup(module, addresses))],
  };
  return [learn, api, reference, ...others];
}

const referencePages = { label: "All packages", pages: [{ label: "All packages", path: "reference" }] };

function pageOf(file: string): NavigationPage {
  return { label: shortLabels[file] ?? headingOf(file), path: pathInSite(documentPath(file)) };
}

/** Labels of documents whose headings are too long for a sidebar. */
const shortLabels: Readonly<Record<string, string>> = {
  "docs/specification.md": "Specification",
  "docs/operations/README.md": "Overview",
  "docs/decisions/README.md": "Overview",
  "examples/README.md": "Overview",
};

function moduleGroup(module: DeclarationReflection, addresses: ReadonlyMap<Reflection, string>): NavigationGroup {
  const pageOfExport = (reflection: Reflection): NavigationPage => {
    const address = addresses.get(reflection);
    if (address === undefined) throw new Error(`${reflection.getFriendlyFullName()} has no page.`);
    return { label: reflection.name, path: pathInSite(address.replace(/\.md$/, "")) };
  };
  const { label, path } = pageOfExport(module);
  const groups = (module.groups ?? [])
    .map(({ title, children }) => ({
      label: title,
      pages: children.filter((child) => !child.isReference()).map(pageOfExport),
    }))
    .filter(({ pages }) => pages.length > 0);
  return groups.length < 2 ? { label, path, pages: groups[0]?.pages ?? [] } : { label, path, pages: [], groups };
}

/** Returns the path of a page without `index`, such as `reference/sdk` for `reference/sdk/index`. */
export function pathInSite(path: string): string {
  return path.replace(/(^|\/)index$/, "");
}
