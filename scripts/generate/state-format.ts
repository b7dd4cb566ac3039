import ts from "typescript";
import { markdownTable } from "./markdown-table.ts";
import { SourceComments, tagOf } from "./source-comments.ts";

const file = "packages/server/src/index.ts";

let comments: SourceComments | undefined;

/** Returns a table of the fields of a record in a state: what each means and what it is if it is left out. */
export function stateRecordTable(interfaceName: string): string {
  comments ??= new SourceComments([file]);
  const { checker } = comments;
  const rows: string[][] = [];
  for (const field of checker.getPropertiesOfType(comments.declaredType(file, interfaceName))) {
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const fallback = tagOf(field, "default") ?? (isOptional ? "absent" : "required");
    rows.push([`\`${field.name}\``, comments.descriptionOf(field), fallback]);
  }
  return markdownTable(["field", "meaning", "if it is left out"], rows);
}
