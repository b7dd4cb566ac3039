import { existsSync, globSync, readFileSync } from "node:fs";

/** A part of the site with a sidebar of its own. */
export interface Section {
  /** Label of the link in the top bar. A section without one is linked in the footer. */
  readonly label?: string;
  readonly groups: readonly DocumentGroup[];
}

export interface DocumentGroup {
  readonly label: string;
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
}

/** The documents of the site, in their order. Each document is in exactly one group. */
export const sections: readonly Section[] = [
  {
    label: "Learn",
    groups: [
      { label: "Start", files: guides("getting-started", "concepts") },
      {
        label: "Use",
        files: guides(
          "calling-the-service",
          "errors",
          "error-catalogue",
          "retries-timeouts-and-deadlines",
          "validation-and-drift",
          "the-prompt-index-in-a-prompt",
          "oauth-end-to-end",
          "tools-for-agents",
          "recipes",
          "frameworks-and-runtimes",
          "runtime-matrix",
          "troubleshooting",
        ),
      },
      {
        label: "Test",
        files: guides(
          "testing",
          "test-data",
          "organizations",
          "faults-clock-and-journal",
          "custom-operations",
          "the-inspector",
          "the-server-command",
          "the-server-from-another-language",
          "state-format",
          "comparison",
          "migrating-from-msw-handlers",
        ),
      },
      {
        label: "Operate",
        files: [
          ...guides("security", "performance", "scaling-out", "checking-an-implementation", "versioning"),
          "docs/specification.md",
          "docs/specification-choices.md",
          "docs/specification-coverage.md",
        ],
      },
    ],
  },
  {
    label: "API",
    groups: [
      {
        label: "Operations",
        files: [
          "docs/operations/README.md",
          ...matching(
            "docs/operations/promptIndex.*.md",
            "docs/operations/pages.*.md",
            "docs/operations/channels.*.md",
            "docs/operations/bindings.update.md",
            "docs/operations/*.*.md",
          ),
        ],
      },
    ],
  },
  {
    label: "Examples",
    groups: [{ label: "Examples", files: ["examples/README.md", ...matching("examples/*/README.md")] }],
  },
  {
    groups: [
      { label: "The project", files: ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"] },
      { label: "Decisions", files: ["docs/decisions/README.md", ...matching("docs/decisions/[0-9]*.md")] },
    ],
  },
];

/** All documents, in the order of the site. */
export const documents: readonly string[] = sections.flatMap(({ groups }) => groups.flatMap(({ files }) => files));

/** @throws Error if a document is missing, or in no group or in several */
export function checkDocuments(): void {
  const missing = documents.find((file) => !existsSync(file));
  if (missing) throw new Error(`${missing} is listed in docs/website/generator/documents.ts, but does not exist.`);
  const repeated = documents.find((file, index) => documents.indexOf(file) !== index);
  if (repeated) throw new Error(`${repeated} is in several groups of docs/website/generator/documents.ts.`);
  const unlisted = matching("docs/*.md", "docs/{guides,operations}/*.md").find((file) => !documents.includes(file));
  if (unlisted) throw new Error(`${unlisted} is in no group of docs/website/generator/documents.ts.`);
}

/** Returns the path of a document in the site, without an extension, such as `guides/errors`. */
export function documentPath(file: string): string {
  return file
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replace(/README$/, "index");
}

/** @throws Error if the document has no heading */
export function headingOf(file: string): string {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  if (!heading) throw new Error(`${file} has no heading`);
  return heading.replaceAll("`", "");
}

/** Returns the paths of guides. */
function guides(...names: readonly string[]): readonly string[] {
  return names.map((name) => `docs/guides/${name}.md`);
}

/** Returns the files that match, each at its first match. */
function matching(...patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern).toSorted()))];
}
