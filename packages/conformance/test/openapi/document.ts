import { readFile } from "node:fs/promises";
import type { OpenApiDocument, OpenApiOperation } from "@knowledge-base/types/openapi";
import { documentPath } from "./run-installed-program.ts";

/** Reads the committed OpenAPI document. */
export async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(documentPath, "utf8"));
}

/** Returns every operation of a document. */
export function operationsOf({ paths }: OpenApiDocument): OpenApiOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** Returns the operation that a request calls. */
export function operationFor(
  { paths }: OpenApiDocument,
  { method, url }: { readonly method: string; readonly url: string },
): OpenApiOperation | undefined {
  const { pathname } = new URL(url);
  const found = Object.entries(paths).find(([path]) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  return found?.[1][method.toLowerCase() as "get"];
}
