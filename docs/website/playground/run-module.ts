import { parser } from "@lezer/javascript";
import { format } from "node-inspect-extracted";

/** Error that ended a module, with its line if that is known. */
export interface ModuleError {
  readonly text: string;
  readonly line?: number | undefined;
}

// The specifier of an import or a re-export, with its position in the code, including its quotes.
interface Import {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

type Addresses = ReadonlyMap<string, string>;

const exposed = "playgroundModules";
let currentUrl = "";

/** Creates URLs from which code can import modules. */
export function publishModules(modules: Readonly<Record<string, object>>): Addresses {
  Object.assign(globalThis, { [exposed]: modules });
  return new Map(Object.entries(modules).map(([name, module]) => [name, publish(reexport(name, module))]));
}

/** Runs TypeScript as a module, to its end. */
export async function runModule(code: string, addresses: Addresses): Promise<ModuleError | undefined> {
  const { transform } = await import("sucrase");
  let javaScript = "";
  try {
    // Each line stays where it is.
    javaScript = transform(code, { transforms: ["typescript"], disableESTransforms: true }).code;
  } catch (error) {
    const { message, loc } = error as { readonly message: string; readonly loc?: { readonly line: number } };
    return { text: `SyntaxError: ${message.replace(/ \(\d+:\d+\)$/, "")}`, line: loc?.line };
  }
  return await runJavaScript(javaScript, addresses);
}

async function runJavaScript(code: string, addresses: Addresses): Promise<ModuleError | undefined> {
  const imports = findImports(code);
  const foreign = imports.find(({ name }) => !addresses.has(name));
  if (foreign) {
    const text = `There is no ${foreign.name} here. There is ${[...addresses.keys()].join(", ")}.`;
    return { text, line: lineAt(code, foreign.from) };
  }

  currentUrl = publish(withImports(code, imports, addresses));
  try {
    await import(/* @vite-ignore */ currentUrl);
    return undefined;
  } catch (error) {
    const { text, line } = describeThrown(error);
    const named = [...addresses].reduce((message, [name, url]) => message.replaceAll(url, name), text);
    return { text: named, line };
  } finally {
    URL.revokeObjectURL(currentUrl);
  }
}

/** Describes a thrown value, with its line in the module that runs. */
export function describeThrown(error: unknown): ModuleError {
  if (!(error instanceof Error)) return { text: `${format(error)} was thrown.` };
  return { text: `${error.name}: ${error.message}`, line: currentLine(error) };
}

/** Returns the line of the module that runs in the stack of an error. */
export function currentLine({ stack }: Error): number | undefined {
  const [, place] = String(stack).split(`${currentUrl}:`);
  return place === undefined ? undefined : Number.parseInt(place, 10);
}

const declarations = new Set(["ImportDeclaration", "ExportDeclaration", "DynamicImport"]);

function findImports(code: string): readonly Import[] {
  const imports: Import[] = [];
  parser.parse(code).iterate({
    enter: ({ name, from, to, node: { parent } }) => {
      if (name !== "String" || !parent || !declarations.has(parent.name)) return;
      imports.push({ name: code.slice(from + 1, to - 1), from, to });
    },
  });
  return imports;
}

function publish(source: string): string {
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}

function reexport(name: string, module: object): string {
  return `export const { ${Object.keys(module).join(", ")} } = globalThis.${exposed}[${JSON.stringify(name)}];`;
}

function withImports(code: string, imports: readonly Import[], addresses: Addresses): string {
  return imports.reduceRight(
    (text, { name, from, to }) => text.slice(0, from) + JSON.stringify(addresses.get(name)) + text.slice(to),
    code,
  );
}

function lineAt(code: string, position: number): number {
  return code.slice(0, position).split("\n").length;
}
