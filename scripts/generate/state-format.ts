import ts from "typescript";
import { markdownTable } from "./markdown.ts";
import { SourceComments, tagOf } from "./source-comments.ts";

const file = "packages/server/src/index.ts";

const comments = new SourceComments([file]);

/** Returns a table of the fields of a record in a state: what each means and what it is if it is left out. */
export function stateRecordTable(interfaceName: string): string {
  const rows = comments.fieldsOf(comments.declaredType(file, interfaceName)).map((field) => {
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const fallback = tagOf(field, "default") ?? (isOptional ? "absent" : "required");
    return [`\`${field.name}\``, comments.descriptionOf(field), fallback];
  });
  return markdownTable(["field", "meaning", "if it is left out"], rows);
}
