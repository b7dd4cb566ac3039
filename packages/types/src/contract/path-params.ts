/** The names between braces in a path, such as `"brainId" | "slug"` of `/v1/brains/{brainId}/pages/{slug}/archive`. */
export type PathParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamName<Rest>
  : never;

/** The path parameters of a path. All of them are required strings. */
export type PathParams<Path extends string> = { readonly [Name in PathParamName<Path>]: string };

/** Returns the names between braces in a path, in the order of the path. */
export function pathParamNames(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name as string);
}
