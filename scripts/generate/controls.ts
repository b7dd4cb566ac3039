import type { JsonSchema } from "@knowledge-base/types/openapi";
import { createControlDocument } from "./control-document.ts";
import { markdownTable } from "./markdown.ts";

interface Control {
  readonly summary: string;
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } };
}

const { paths, components } = createControlDocument();

/** Returns a table of the controls over HTTP, with the fields of their bodies. */
export function controlsTable(): string {
  const controls = Object.entries(paths as Readonly<Record<string, { readonly post?: Control }>>);
  const rows = controls.flatMap(([path, { post }]) => {
    if (!post) return [];
    const schema = post.requestBody?.content["application/json"].schema ?? {};
    const fields = listFields(schema).map((field) => `\`${field}\``);
    return [[`\`${path.replace("/_control/", "")}\``, fields.join(", "), post.summary]];
  });
  return markdownTable(["control", "fields", "what it does"], rows);
}

// Lists the fields of an object, with a question mark at optional fields. A field of a union is required if all its members require it.
function listFields({ $ref, anyOf, properties = {}, required = [] }: JsonSchema): readonly string[] {
  if ($ref) return listFields(components.schemas[$ref.replace("#/components/schemas/", "")] ?? {});
  if (!anyOf) return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  const members = anyOf.map(listFields);
  const names = new Set(members.flat().map((field) => field.replace("?", "")));
  return Array.from(names, (name) => (members.every((member) => member.includes(name)) ? name : `${name}?`));
}
