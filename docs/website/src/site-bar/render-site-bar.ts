/** The sections of the site, as the bar at the top of each page lists them. */
const siteSections = [
  { label: "Learn", path: "guides/quick-start/", purpose: "Guides" },
  { label: "API", path: "operations/", purpose: "The operations of the service" },
  { label: "Reference", path: "reference/", purpose: "The exports of the packages" },
  { label: "Examples", path: "examples/", purpose: "Complete programs" },
  { label: "Playground", path: "playground/", purpose: "Run programs in the browser" },
] as const;

export interface SiteBar {
  /** Path below which the site is served, with a slash at its end. */
  readonly base: string;
  /** Label of the section that the page belongs to. */
  readonly current?: string | undefined;
  /** Whether a narrow screen needs a menu in the bar, because the page has no other. */
  readonly hasMenu: boolean;
}

/** Returns the HTML of the bar at the top of each page: name, sections, search and theme. */
export function renderSiteBar({ base, current, hasMenu }: SiteBar): string {
  return `<div class="site-bar">
    <a class="site-name" href="${base}">${logo}<span>Knowledge Base</span></a>
    <nav class="site-sections" aria-label="Sections">${renderSectionLinks(base, current)}</nav>
    <div class="site-tools">
      <site-search data-base="${base}">
        <button type="button" aria-keyshortcuts="Control+K /">${searchIcon}<span>Search</span><kbd>Ctrl K</kbd></button>
      </site-search>
      <site-theme>
        <label>
          <span class="site-hidden">Theme</span>
          <select>
            <option value="auto">Auto theme</option>
            <option value="light">Light theme</option>
            <option value="dark">Dark theme</option>
          </select>
        </label>
      </site-theme>
      ${hasMenu ? renderMenu(base, current) : ""}
    </div>
  </div>`;
}

/** Returns the HTML of a list of links to the sections. */
export function renderSectionLinks(base: string, current: string | undefined): string {
  const links = siteSections.map(({ label, path, purpose }) => {
    const mark = label === current ? ' aria-current="true"' : "";
    return `<li><a href="${base}${path}" title="${purpose}"${mark}>${label}</a></li>`;
  });
  return `<ul>${links.join("")}</ul>`;
}

/** Sets the theme before the page is painted. */
export const themeScript = `(() => {
  let theme;
  try {
    theme = localStorage.getItem("starlight-theme");
  } catch {}
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.dataset.theme = theme === "light" || theme === "dark" ? theme : system;
})();`;

function renderMenu(base: string, current: string | undefined): string {
  return `<details class="site-menu">
    <summary>${menuIcon}<span class="site-hidden">Menu</span></summary>
    <nav aria-label="Menu">${renderSectionLinks(base, current)}</nav>
  </details>`;
}

const logo = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <rect width="32" height="32" rx="7" fill="#1f4e79" />
  <path d="M16 10.5C13.5 8.6 10.3 8 6.5 8v15c3.8 0 7 .6 9.5 2.5V10.5Z" fill="#fff" />
  <path d="M16 10.5c2.5-1.9 5.7-2.5 9.5-2.5v15c-3.8 0-7 .6-9.5 2.5Z" fill="#9cc9f0" />
</svg>`;

const menuIcon = `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">
  <path d="M4 6h16M4 12h16M4 18h16" />
</svg>`;

const searchIcon = `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">
  <circle cx="11" cy="11" r="7" /><path d="m16.5 16.5 4.5 4.500" />
</svg>`;
