import { parse } from "acorn";

/** Returns the line of the first syntax error of a module, because browsers do not report it. */
export function lineOfSyntaxError(javaScript: string): number | undefined {
  try {
    parse(javaScript, { sourceType: "module", ecmaVersion: "latest" });
    return undefined;
  } catch (error) {
    return (error as { readonly loc?: { readonly line: number } }).loc?.line;
  }
}
