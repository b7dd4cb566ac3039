import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Implementation, isImplementation } from "../http/operations.ts";

/**
 * Loads the custom operations of a module: what it exports and `implement` has returned, also in arrays and objects.
 *
 * @throws the error of the module, or an `Error` if there is no such file, or it exports none
 */
export async function loadOperations(path: string): Promise<readonly Implementation[]> {
  await access(path);
  const exported: Readonly<Record<string, unknown>> = await load(path);
  const implementations = new Set(findImplementations(exported));
  if (implementations.size > 0) return [...implementations];
  throw new Error("it exports no custom operation. Export what implement returns");
}

/** A module of CommonJS has its exports in its default export, and a compiled one has a default export in that. */
function findImplementations(value: unknown, depth = 0): Implementation[] {
  if (isImplementation(value)) return [value];
  if (typeof value !== "object" || value === null || depth === 4) return [];
  return Object.values(value).flatMap((inner) => findImplementations(inner, depth + 1));
}

async function load(path: string) {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    if (!(error instanceof SyntaxError) || !error.message.includes("import statement outside a module")) throw error;
    const advice = 'Set "type": "module" in package.json, or end the name of the file with .mts or .mjs';
    throw new Error(`it is a module, but Node takes it for CommonJS. ${advice}`, { cause: error });
  }
}
