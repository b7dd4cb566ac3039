import { parser } from "@lezer/javascript";
import { formatValue } from "./format-value.ts";

/** Error that ended a module, with its line if that is known. */
export interface ModuleError {
  readonly text: string;
  readonly line?: number | undefined;
}

/** URLs of modules, by their import specifiers. */
type Addresses = ReadonlyMap<string, string>;

const exposed = "playgroundModules";

/** Creates URLs from which code can import modules. */
export function publishModules(modules: Readonly<Record<string, object>>): Addresses {
  Object.assign(globalThis, { [exposed]: modules });
  return new Map(Object.entries(modules).map(([name, module]) => [name, publish(reexport(name, module))]));
}

/** Runs code as a module, to its end. */
export async function runModule(code: string, addresses: Addresses): Promise<ModuleError | undefined> {
  const imports = importsOf(code);
  const foreign = imports.find(({ name }) => !addresses.has(name));
  if (foreign) {
    const text = `There is no ${foreign.name} here. There is ${[...addresses.keys()].join(", ")}.`;
    return { text, line: lineAt(code, foreign.from) };
  }

  const own = publish(withImports(code, imports, addresses));
  try {
    await import(/* @vite-ignore */ own);
    return undefined;
  } catch (error) {
    const text = [...addresses].reduce((message, [name, url]) => message.replaceAll(url, name), describeThrown(error));
    return { text, line: lineOf(error, code, own) };
  } finally {
    URL.revokeObjectURL(own);
  }
}

/** Describes a thrown value. */
export function describeThrown(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : `${formatValue(error)} was thrown.`;
  } catch {
    return "Something that cannot be printed was thrown."; // Its getters or traps throw.
  }
}

function publish(source: string): string {
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}

function reexport(name: string, module: object): string {
  return `export const { ${Object.keys(module).join(", ")} } = globalThis.${exposed}[${JSON.stringify(name)}];`;
}

interface Import {
  readonly name: string;
  /** Position of the specifier in the code, including its quotes. */
  readonly from: number;
  readonly to: number;
}

function importsOf(code: string): readonly Import[] {
  const imports: Import[] = [];
  parser.parse(code).iterate({
    enter: ({ name, from, to, node }) => {
      const { parent } = node;
      const isImport =
        name === "String" &&
        ["ImportDeclaration", "ExportDeclaration", "DynamicImport"].some((kind) => parent?.name === kind);
      if (isImport) imports.push({ name: code.slice(from + 1, to - 1), from, to });
    },
  });
  return imports;
}

function withImports(code: string, imports: readonly Import[], addresses: Addresses): string {
  return imports.reduceRight(
    (text, { name, from, to }) => text.slice(0, from) + JSON.stringify(addresses.get(name)) + text.slice(to),
    code,
  );
}

function lineOf(error: unknown, code: string, url: string): number | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    const [, place] = String(error.stack).split(`${url}:`);
    if (place !== undefined) return Number.parseInt(place, 10);
    return error instanceof SyntaxError ? lineOfMistake(code) : undefined;
  } catch {
    return undefined; // A getter of the thrown value must not fail the run.
  }
}

function lineOfMistake(code: string): number | undefined {
  const cursor = parser.parse(code).cursor();
  do if (cursor.type.isError) return lineAt(code, cursor.from);
  while (cursor.next());
  return undefined;
}

function lineAt(code: string, position: number): number {
  return code.slice(0, position).split("\n").length;
}
