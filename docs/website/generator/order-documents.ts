import { globSync } from "node:fs";
import { relative } from "node:path";
import { type Application, Converter, type DocumentReflection, type Reflection } from "typedoc";

interface Group {
  readonly group: string;
  readonly files: readonly string[];
}

/** The documents of the site, in their order. A document that only matches a pattern comes last in its group. */
export const documents: readonly Group[] = [
  {
    group: "Guides",
    files: filesOf(
      "docs/guides/getting-started.md",
      "docs/guides/calling-the-service.md",
      "docs/guides/errors.md",
      "docs/guides/retries-timeouts-and-deadlines.md",
      "docs/guides/validation-and-drift.md",
      "docs/guides/recipes.md",
      "docs/guides/the-prompt-index-in-a-prompt.md",
      "docs/guides/tools-for-agents.md",
      "docs/guides/oauth-end-to-end.md",
      "docs/guides/testing.md",
      "docs/guides/organizations.md",
      "docs/guides/test-data.md",
      "docs/guides/state-format.md",
      "docs/guides/faults-clock-and-journal.md",
      "docs/guides/the-server-from-another-language.md",
      "docs/guides/checking-an-implementation.md",
      "docs/guides/*.md",
    ),
  },
  { group: "Examples", files: filesOf("examples/README.md", "examples/*/README.md") },
  {
    group: "Operations",
    files: filesOf(
      "docs/operations/README.md",
      "docs/operations/promptIndex.*.md",
      "docs/operations/pages.*.md",
      "docs/operations/channels.*.md",
      "docs/operations/bindings.update.md",
      "docs/operations/bindings.*.md",
      "docs/operations/*.md",
    ),
  },
  {
    group: "The project",
    files: filesOf(
      "docs/specification.md",
      "docs/specification-choices.md",
      "docs/specification-coverage.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "CHANGELOG.md",
    ),
  },
  { group: "Decisions", files: filesOf("docs/decisions/README.md", "docs/decisions/*.md") },
];

const places = documents.flatMap(({ files }) => files);

/** Names each document after its heading, and sorts the documents. */
export function orderDocuments({ converter, files }: Application): void {
  const pathOf = (document: DocumentReflection) => relative("", files.getReflectionPath(document) ?? "");

  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const found = documents.find((group) => group.files.includes(pathOf(document)));
    if (!found) throw new Error(`${pathOf(document)} is in no group of documents`);
    document.name = headingOf(document);
    Object.assign(document.frontmatter, { group: found.group });
  });

  // After typedoc has sorted them.
  converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const group of project.groups ?? []) {
        group.children.sort((one, other) => placeOf(one) - placeOf(other));
      }
    },
    -1000,
  );

  function placeOf(member: Reflection): number {
    return member.isDocument() ? places.indexOf(pathOf(member)) : -1;
  }
}

/** Returns the files that match, each at its first match. */
function filesOf(...patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern).toSorted()))];
}

function headingOf({ name, content }: DocumentReflection): string {
  const [, heading] = content[0]?.text.match(/^# (.+)$/m) ?? [];
  if (!heading) throw new Error(`${name} has no heading`);
  return heading.replaceAll("`", "");
}
