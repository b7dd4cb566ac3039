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
      { label: "Start", files: guides("quick-start", "concepts") },
      {
        label: "Use",
        files: guides(
          "make-calls",
          "handle-errors",
          "retries-and-timeouts",
          "custom-operations-and-drift",
          "connect-a-workspace",
          "prompts-and-agents",
          "use-your-framework",
        ),
      },
      { label: "Test", files: guides("test-your-code", "break-things", "run-the-server") },
      { label: "Release", files: guides("checking-an-implementation", "ship-it") },
      {
        label: "Look up",
        files: [
          "docs/reference/error-messages.md",
          "docs/reference/state-format.md",
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
      { label: "The project", files: ["docs/status.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"] },
      { label: "Decisions", files: ["docs/decisions/README.md", ...matching("docs/decisions/[0-9]*.md")] },
    ],
  },
];

/** Paths of guides that have a new address, by the old names of the guides. */
export const movedGuides: Readonly<Record<string, string>> = {
  "calling-the-service": "guides/make-calls",
  comparison: "guides/test-your-code",
  "custom-operations": "guides/custom-operations-and-drift",
  "error-catalogue": "reference/error-messages",
  errors: "guides/handle-errors",
  "faults-clock-and-journal": "guides/break-things",
  "frameworks-and-runtimes": "guides/use-your-framework",
  "getting-started": "guides/quick-start",
  "migrating-from-msw-handlers": "guides/test-your-code",
  "oauth-end-to-end": "guides/connect-a-workspace",
  organizations: "guides/test-your-code",
  performance: "guides/use-your-framework",
  recipes: "guides/use-your-framework",
  "retries-timeouts-and-deadlines": "guides/retries-and-timeouts",
  "runtime-matrix": "guides/use-your-framework",
  "scaling-out": "examples/durable-objects",
  security: "guides/ship-it",
  "state-format": "reference/state-format",
  "test-data": "guides/test-your-code",
  testing: "guides/test-your-code",
  "the-inspector": "guides/run-the-server",
  "the-prompt-index-in-a-prompt": "guides/prompts-and-agents",
  "the-server-command": "guides/run-the-server",
  "the-server-from-another-language": "guides/run-the-server",
  "tools-for-agents": "guides/prompts-and-agents",
  troubleshooting: "reference/error-messages",
  "validation-and-drift": "guides/custom-operations-and-drift",
  versioning: "guides/ship-it",
};

/** All documents, in the order of the site. */
export const documents: readonly string[] = sections.flatMap(({ groups }) => groups.flatMap(({ files }) => files));

/** @throws Error if a document is missing, or in no group or in several */
export function checkDocuments(): void {
  const missing = documents.find((file) => !existsSync(file));
  if (missing) throw new Error(`${missing} is listed in docs/website/generator/documents.ts, but does not exist.`);
  const repeated = documents.find((file, index) => documents.indexOf(file) !== index);
  if (repeated) throw new Error(`${repeated} is in several groups of docs/website/generator/documents.ts.`);
  const unlisted = matching("docs/*.md", "docs/{guides,operations,reference}/*.md").find(
    (file) => !documents.includes(file),
  );
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
