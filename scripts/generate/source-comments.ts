import ts from "typescript";

/** The exports of some source files with their types, and the words of their comments. */
export class SourceComments {
  readonly checker: ts.TypeChecker;
  readonly #program: ts.Program;

  constructor(files: readonly string[]) {
    const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ".");
    this.#program = ts.createProgram(files, options);
    this.checker = this.#program.getTypeChecker();
  }

  exportsOf(file: string): ts.Symbol[] {
    const source = this.#program.getSourceFile(file);
    const module = source && this.checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`There is no module ${file}`);
    return this.checker.getExportsOfModule(module);
  }

  exportOf(file: string, name: string): ts.Symbol {
    const symbol = this.exportsOf(file).find((candidate) => candidate.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}`);
    return this.declared(symbol);
  }

  /** The symbol itself, where one is only handed on. */
  declared(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  typeOf(symbol: ts.Symbol): ts.Type {
    return this.checker.getTypeOfSymbol(symbol);
  }

  wordsOf(symbol: ts.Symbol | undefined): string {
    return plain(ts.displayPartsToString(symbol?.getDocumentationComment(this.checker)));
  }
}

/** Text of the first tag of a name, without a full stop. The compiler would take a link for the type of what is thrown. */
export function textOfTag(symbol: ts.Symbol, name: string): string | undefined {
  const comments = (symbol.declarations ?? []).flatMap((declaration) =>
    ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc),
  );
  const [, tag = ""] = comments.flatMap((comment) => comment.getText().split(`* @${name} `));
  const [text = ""] = tag.split(/\n\s*\* @|\s*\*\//);
  return text === "" ? undefined : plain(text.replaceAll(/\n\s*\* */g, "\n")).replace(/\.$/, "");
}

/** Takes links and the line breaks of the source out. */
function plain(text: string): string {
  return text
    .replaceAll(/\{@link (\w+)\s*\}/g, "$1")
    .replaceAll(/(?<!\n)\n(?!\n)/g, " ")
    .trim();
}
