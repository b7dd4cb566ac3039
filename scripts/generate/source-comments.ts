import ts from "typescript";

/** Types and comments of the exports of source files. */
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
    return this.resolve(symbol);
  }

  /** Returns the type that an interface or a type alias declares. */
  declaredType(file: string, name: string): ts.Type {
    return this.checker.getDeclaredTypeOfSymbol(this.exportOf(file, name));
  }

  /** Returns the symbol that an import or a re-export refers to. */
  resolve(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  typeOf(symbol: ts.Symbol): ts.Type {
    return this.checker.getTypeOfSymbol(symbol);
  }

  fieldsOf(type: ts.Type): ts.Symbol[] {
    return this.checker.getPropertiesOfType(type);
  }

  fieldOf(type: ts.Type, name: string): ts.Symbol {
    const field = type.getProperty(name);
    if (!field) throw new Error(`${type.symbol.name} has no ${name}`);
    return field;
  }

  /** Returns the comment of a symbol without its tags. */
  descriptionOf(symbol: ts.Symbol | undefined): string {
    return toPlainText(ts.displayPartsToString(symbol?.getDocumentationComment(this.checker)));
  }

  /** Returns the comment of a field and its default. */
  describeField(field: ts.Symbol): string {
    const fallback = tagOf(field, "default");
    const comment = this.descriptionOf(field);
    return fallback === undefined ? comment : `${comment} Default: ${fallback}.`;
  }
}

/** Returns the text of the first tag of a name, without a full stop. The compiler's own text of `@throws` lacks its link. */
export function tagOf(symbol: ts.Symbol, name: string): string | undefined {
  const comments = (symbol.declarations ?? []).flatMap((declaration) =>
    ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc),
  );
  const [, tag = ""] = comments.flatMap((comment) => comment.getText().split(`* @${name} `));
  const [text = ""] = tag.split(/\n\s*\* @|\s*\*\//);
  return text === "" ? undefined : toPlainText(text.replaceAll(/\n\s*\* */g, "\n")).replace(/\.$/, "");
}

/** Replaces links by their names and joins the lines of a paragraph. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/\{@link (\w+)\s*\}/g, "$1")
    .replaceAll(/(?<!\n)\n(?!\n)/g, " ")
    .trim();
}
