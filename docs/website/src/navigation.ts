import { readFileSync } from "node:fs";
import type { StarlightRouteData } from "@astrojs/starlight/route-data";
import type { NavigationGroup, NavigationSection } from "../generator/navigation.ts";
import { navigationFile } from "../generator/site-folders.ts";

type SidebarEntry = StarlightRouteData["sidebar"][number];
type SidebarLink = Extract<SidebarEntry, { type: "link" }>;

const navigation: readonly NavigationSection[] = JSON.parse(readFileSync(navigationFile, "utf8"));
const base = import.meta.env.BASE_URL;

/** Returns the section that a page belongs to. */
export function sectionOf(path: string): NavigationSection | undefined {
  const listed = navigation.find(({ groups }) => groups.some((group) => contains(group, path)));
  return listed ?? navigation.find(({ label }) => label === "Examples" && path.startsWith("examples/"));
}

/** Returns the sidebar of a section. Of the packages in the reference, only that of the page lists its exports. */
export function sidebarOf({ groups }: NavigationSection, path: string): SidebarEntry[] {
  return groups.flatMap((group): SidebarEntry[] => {
    const { label, pages, path: own } = group;
    if (own !== undefined && !contains(group, path)) return [link(label, own, path)];
    if (pages.length === 1 && pages[0]?.label === label) return [link(label, pages[0].path, path)];
    const overview = own === undefined ? [] : [link("Overview", own, path)];
    const links = pages.map((page) => link(page.label, page.path, path));
    const nested = (group.groups ?? []).map((inner) =>
      sidebarGroup(
        inner.label,
        inner.pages.map((page) => link(page.label, page.path, path)),
      ),
    );
    return [sidebarGroup(label, [...overview, ...links, ...nested])];
  });
}

/** Returns the pages before and after a page in its section. */
export function neighborsOf({ groups }: NavigationSection, path: string): StarlightRouteData["pagination"] {
  const links = groups.flatMap(linksOf);
  const at = links.findIndex((page) => page.path === path);
  const neighbor = (index: number) => {
    const page = at === -1 ? undefined : links[index];
    return page && link(page.label, page.path, path);
  };
  return { prev: neighbor(at - 1), next: neighbor(at + 1) };
}

function linksOf({ label, path, pages, groups = [] }: NavigationGroup): { label: string; path: string }[] {
  const own = path === undefined ? [] : [{ label, path }];
  return [...own, ...pages, ...groups.flatMap(linksOf)];
}

function contains(group: NavigationGroup, path: string): boolean {
  return linksOf(group).some((page) => page.path === path);
}

function link(label: string, path: string, current: string): SidebarLink {
  const href = `${base}${path}/`;
  return { type: "link", label, href, isCurrent: path === current, badge: undefined, attrs: {} };
}

function sidebarGroup(label: string, entries: SidebarEntry[]): SidebarEntry {
  return { type: "group", label, entries, collapsed: false, badge: undefined };
}
