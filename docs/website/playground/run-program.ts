import { format } from "node-inspect-extracted";

/** Error that ended a program, with its line if that is known. */
export interface ProgramError {
  readonly text: string;
  readonly line?: number | undefined;
}

type Require = (name: string) => object;

interface CompiledModule {
  readonly default: (require: Require, exports: object) => Promise<void>;
}

let currentUrl = "";

/** Runs TypeScript to its end. It can import the modules that are given by their names. */
export async function runProgram(
  code: string,
  modules: Readonly<Record<string, object>>,
): Promise<ProgramError | undefined> {
  const { transform } = await import("sucrase");
  const require: Require = (name) => {
    const module = modules[name];
    if (!module) throw new Error(`There is no ${name} here. There is ${Object.keys(modules).join(", ")}.`);
    return module;
  };
  let javaScript = "";
  try {
    // Each line stays where it is.
    javaScript = transform(code, { transforms: ["typescript", "imports"], disableESTransforms: true }).code;
  } catch (error) {
    const { message, loc } = error as { readonly message: string; readonly loc?: { readonly line: number } };
    return { text: `SyntaxError: ${message.replace(/ \(\d+:\d+\)$/, "")}`, line: loc?.line };
  }
  const source = `export default async (require, exports) => {${javaScript}\n}`;
  currentUrl = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    const compiled: CompiledModule = await import(/* @vite-ignore */ currentUrl);
    await compiled.default(require, {});
    return undefined;
  } catch (error) {
    return describeThrown(error);
  } finally {
    URL.revokeObjectURL(currentUrl);
  }
}

/** Describes a thrown value, with its line in the program that runs. */
export function describeThrown(error: unknown): ProgramError {
  if (!(error instanceof Error)) return { text: `${format(error)} was thrown.` };
  return { text: `${error.name}: ${error.message}`, line: currentLine(error) };
}

/** Returns the line of the program that runs in the stack of an error. */
export function currentLine({ stack }: Error): number | undefined {
  const [, place] = String(stack).split(`${currentUrl}:`);
  return place === undefined ? undefined : Number.parseInt(place, 10);
}
