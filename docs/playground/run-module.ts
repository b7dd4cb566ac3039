import { parser } from "@lezer/javascript";
import { formatValue } from "./format-value.ts";

/** What ended a module, and the line on which it did where that is known. */
export interface Failure {
  readonly text: string;
  readonly line?: number | undefined;
}

type Modules = Readonly<Record<string, object>>;

const exposed = "playgroundModules";

/** Runs code as a module, to its end. It may import `modules`, by the names under which the packages are installed. */
export async function runModule(code: string, modules: Modules): Promise<Failure | undefined> {
  const foreign = importsOf(code).find(({ name }) => !Object.hasOwn(modules, name));
  if (foreign) {
    const text = `There is no ${foreign.name} here. There is ${Object.keys(modules).join(", ")}.`;
    return { text, line: lineAt(code, foreign.from) };
  }

  Object.assign(globalThis, { [exposed]: modules });
  const urls = new Map(Object.entries(modules).map(([name, module]) => [name, publish(reexport(name, module))]));
  const own = publish(withImports(code, urls));
  try {
    await import(/* @vite-ignore */ own);
    return undefined;
  } catch (error) {
    const text = [...urls].reduce((message, [name, url]) => message.replaceAll(url, name), textOf(error));
    return { text, line: error instanceof SyntaxError ? lineOfMistake(code) : lineInStack(error, own) };
  } finally {
    for (const url of [own, ...urls.values()]) URL.revokeObjectURL(url);
  }
}

/** What was thrown, in words. */
export function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `${formatValue(error)} was thrown.`;
}

function publish(source: string): string {
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}

function reexport(name: string, module: object): string {
  return `export const { ${Object.keys(module).join(", ")} } = globalThis.${exposed}[${JSON.stringify(name)}];`;
}

interface Import {
  readonly name: string;
  /** Where the name stands in the code, its quotes included. */
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

function withImports(code: string, urls: ReadonlyMap<string, string>): string {
  return importsOf(code).reduceRight(
    (text, { name, from, to }) => text.slice(0, from) + JSON.stringify(urls.get(name)) + text.slice(to),
    code,
  );
}

function lineOfMistake(code: string): number | undefined {
  const cursor = parser.parse(code).cursor();
  do if (cursor.type.isError) return lineAt(code, cursor.from);
  while (cursor.next());
  return undefined;
}

function lineInStack(error: unknown, url: string): number | undefined {
  const { stack = "" } = error instanceof Error ? error : {};
  const [, line] = stack.slice(Math.max(stack.indexOf(url), 0)).match(/^\S+?:(\d+):\d+/) ?? [];
  return stack.includes(url) ? Number(line) : undefined;
}

function lineAt(code: string, position: number): number {
  return code.slice(0, position).split("\n").length;
}
