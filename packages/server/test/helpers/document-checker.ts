import { withControl } from "@knowledge-base/server/control";
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from "@knowledge-base/types/openapi";
import { fromJSONSchema } from "zod";
import { openServer } from "./open-server.ts";

type Content = OpenApiOperation["responses"][string]["content"];

// A control is a path with the method POST.
interface DocumentedOperation extends Omit<OpenApiOperation, "parameters"> {
  /** Path that follows `/_control/`. */
  readonly path: string;
  readonly "x-destructive"?: true;
  readonly parameters?: readonly { readonly $ref: string }[];
}

interface Document extends Omit<OpenApiDocument, "paths" | "components"> {
  readonly paths: Readonly<Record<string, { readonly post?: DocumentedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema & { readonly description: string }>>;
    readonly responses: Readonly<Record<string, object>>;
    readonly parameters: Readonly<Record<string, object>>;
  };
}

const server = openServer();
const response = await withControl(server)(`${server.baseUrl}/_control/openapi.json`);

/** The document of the controls. */
export const document: Document = await response.json();

// The document with the responses that it refers to in their places.
const { paths, components } = JSON.parse(JSON.stringify(document), (_, value: { $ref?: string } | null) => {
  const [, name] = /^#\/components\/responses\/(\w+)$/.exec(value?.$ref ?? "") ?? [];
  return name === undefined ? value : document.components.responses[name];
}) as Document;

/** The operations, by the path that follows `/_control/`. */
export const documentedOperations: ReadonlyMap<string, DocumentedOperation> = new Map(
  Object.entries(paths).flatMap(([url, { post }]) => {
    const path = url.replace("/_control/", "");
    return post ? [[path, { ...post, path }]] : [];
  }),
);

/** The operation of a path. */
export function operationAt(path: string): DocumentedOperation {
  const operation = documentedOperations.get(path);
  if (!operation) throw new Error(`The document has no ${path}`);
  return operation;
}

/** Returns the problems of a value under a schema of the document; undefined if there are none. */
export function findSchemaProblems(content: Content, value: unknown): unknown {
  if (!content) return value === undefined ? undefined : "there must be no body";
  const text = JSON.stringify({ ...content["application/json"].schema, $defs: components.schemas });
  return fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"))).safeParse(value).error
    ?.issues;
}
