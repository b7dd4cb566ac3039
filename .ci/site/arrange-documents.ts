import { matchesGlob, relative } from "node:path";
import { type Application, Converter, type DocumentReflection } from "typedoc";

/** The documents of the site, in the order in which they stand in it. */
export const documents: readonly { readonly group: string; readonly files: readonly string[] }[] = [
  { group: "Guides", files: ["docs/guides/*.md"] },
  { group: "Examples", files: ["examples/README.md", "examples/*/README.md"] },
  { group: "Operations", files: ["docs/operations/*.md"] },
  { group: "The project", files: ["docs/specification-choices.md", "CONTRIBUTING.md", "CHANGELOG.md"] },
  { group: "Decisions", files: ["docs/decisions/*.md"] },
];

/** Names each document after its heading, and puts it into its group. */
export function arrangeDocuments({ converter, files }: Application): void {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    document.name = headingOf(document);
    Object.assign(document.frontmatter, { group: groupOf(document) });
  });

  function groupOf(document: DocumentReflection): string {
    const path = files.getReflectionPath(document) ?? "";
    const found = documents.find(({ files: patterns }) =>
      patterns.some((pattern) => matchesGlob(relative("", path), pattern)),
    );
    if (!found) throw new Error(`${path} is in no group of documents`);
    return found.group;
  }
}

function headingOf({ name, content }: DocumentReflection): string {
  const [, heading] = content[0]?.text.match(/^# (.+)$/m) ?? [];
  if (!heading) throw new Error(`${name} has no heading`);
  return heading.replaceAll("`", "");
}
