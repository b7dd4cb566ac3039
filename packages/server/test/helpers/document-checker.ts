import { withControl } from "@knowledge-base/server/control";
import { fromJSONSchema } from "zod";
import { openServer } from "./open-server.ts";

type Content = { readonly "application/json"?: { readonly schema: object; readonly example?: unknown } };

// An operation, with the fields that tests read.
interface DocumentedOperation {
  /** Path that follows `/_control/`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly post?: DocumentedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly description: string; readonly required?: readonly string[] }>>;
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
export function findSchemaProblems(content: Content | undefined, value: unknown): unknown {
  if (!content?.["application/json"]) return value === undefined ? undefined : "there must be no body";
  const text = JSON.stringify({ ...content["application/json"].schema, $defs: components.schemas });
  return fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"))).safeParse(value).error
    ?.issues;
}
