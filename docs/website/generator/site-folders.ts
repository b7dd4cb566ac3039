/** Folders of the build, from the root of the repository. */
export const folders = {
  /** The documents and the reference in Markdown, as typedoc writes them. */
  markdown: ".build/website/markdown",
  /** The same pages with front matter, which Astro renders. */
  content: ".build/website/content",
  /** The cache of Astro, which does not notice changes of the plugins for Markdown. */
  cache: ".build/website/astro",
  /** The pages as Astro builds them. It runs code there that imports packages of `docs/website`. */
  pages: "docs/website/.build",
  /** The static site. */
  site: "docs/site",
};

/** The groups and pages of each section, in JSON. */
export const navigationFile = ".build/website/navigation.json";

/** The example and the facts of the home page, in JSON. */
export const homeFile = ".build/website/home.json";
