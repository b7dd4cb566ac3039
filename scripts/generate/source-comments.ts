import { globSync } from "node:fs";
import { parseJson } from "@knowledge-base/internal/json";
import ts from "typescript";

// Types and comments of the sources of three packages.

const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ".");
const program = ts.createProgram(globSync("packages/{sdk,server,types}/src/*.ts"), options);

export const checker = program.getTypeChecker();

/** Returns what a file exports under a name, or the declaration that the name is a re-export of. */
export function exportOf(file: string, name: string): ts.Symbol {
  const symbol = exportsOf(file).find((candidate) => candidate.name === name);
  if (!symbol) throw new Error(`${file} exports no ${name}`);
  return resolve(symbol);
}

export function exportsOf(file: string): ts.Symbol[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`There is no module ${file}`);
  return checker.getExportsOfModule(module);
}

export function resolve(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the type that an interface or a type alias declares. */
export function declaredType(file: string, name: string): ts.Type {
  return checker.getDeclaredTypeOfSymbol(exportOf(file, name));
}

/** Returns the comment of a symbol without its tags. */
export function descriptionOf(symbol: ts.Symbol | undefined): string {
  return toPlainText(ts.displayPartsToString(symbol?.getDocumentationComment(checker)));
}

/** Returns the comment of a field and its default. */
export function describeField(field: ts.Symbol): string {
  const fallback = tagOf(field, "default");
  return fallback === undefined ? descriptionOf(field) : `${descriptionOf(field)} Default: ${fallback}.`;
}

/** Returns the default of a field, if it is JSON such as `100` or `"admin"`. Others are words, such as "a generated id". */
export function defaultOf(field: ts.Symbol): unknown {
  return parseJson(tagOf(field, "default") ?? "");
}

/** Returns the text of the first tag of a name, without a period. The compiler can't parse the link of `@throws {@link A}`. */
export function tagOf({ declarations = [] }: ts.Symbol, name: string): string | undefined {
  const comments = declarations.flatMap(ts.getJSDocCommentsAndTags).filter(ts.isJSDoc);
  const [, tag = ""] = comments.flatMap((comment) => comment.getText().split(`* @${name} `));
  const [text = ""] = tag.split(/\n\s*\* @|\s*\*\//);
  return text === "" ? undefined : toPlainText(text.replaceAll(/\n\s*\* */g, "\n")).replace(/\.$/, "");
}

// Replaces links by their names and joins the lines of a paragraph, but not the items of a list.
function toPlainText(text: string): string {
  return text
    .replaceAll(/\{@link (\w+)\s*\}/g, "$1")
    .replaceAll(/(?<!\n)\n *(?![\n ]|- )/g, " ")
    .trim();
}
