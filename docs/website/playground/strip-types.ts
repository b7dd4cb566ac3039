import { transform } from "sucrase";

/** TypeScript that cannot be parsed. */
export class TypeScriptError extends Error {
  override readonly name = "TypeScriptError";
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/**
 * Returns the JavaScript of TypeScript. Each line stays where it is.
 *
 * @throws {@link TypeScriptError} if the code cannot be parsed
 */
export function stripTypes(code: string): string {
  try {
    return transform(code, { transforms: ["typescript"], disableESTransforms: true }).code;
  } catch (error) {
    const { message, loc } = error as { readonly message: string; readonly loc?: { readonly line: number } };
    if (!loc) throw error;
    throw new TypeScriptError(message.replace(/ \(\d+:\d+\)$/, ""), loc.line);
  }
}
