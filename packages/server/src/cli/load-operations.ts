import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Implementation, isImplementation } from "../custom-operations.ts";

/**
 * Loads the custom operations of a module: what it exports and `implement` has returned, also in arrays.
 *
 * @throws the error of the module, or an `Error` if it exports none
 */
export async function loadOperations(path: string): Promise<readonly Implementation[]> {
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(resolve(path)).href);
  // A module of CommonJS has its exports also as the default.
  const implementations = new Set(Object.values(exported).flat().filter(isImplementation));
  if (implementations.size > 0) return [...implementations];
  throw new Error("it exports no custom operation. Export what implement returns");
}
