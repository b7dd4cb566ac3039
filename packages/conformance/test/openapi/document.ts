import { readFile } from "node:fs/promises";
import type { OpenApiDocument, OpenApiOperation } from "@knowledge-base/types/openapi";
import { documentPath } from "./installed.ts";

/** The OpenAPI document as it is committed. */
export async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(documentPath, "utf8"));
}

/** Its operations. */
export function operationsOf({ paths }: OpenApiDocument): OpenApiOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** The operation that a request is for. */
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
