import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { SourceComments } from "../../../scripts/generate/source-comments.ts";

/** An export or a member of one, with its comment and the tags of the comment. */
export interface Documented {
  /** Name, with the type that declares a member, such as `CallOptions.signal`. */
  readonly name: string;
  readonly comment: string;
}

/** An optional field of an option type. */
export interface OptionalField extends Documented {
  /** Comment of the type that declares the field. */
  readonly ownerComment: string;
}

/** Comments of the exports of all published packages. */
export interface Docstrings {
  /**
   * The optional fields of option types. An option type is an interface, or a type alias of an object, of a value that a caller passes
   * to an export: of a parameter of a function, a constructor or a method, of a field of such a value, or of the result of a function
   * that is passed. A type that an export also returns is not an option type: its optional fields are absent if there is no value.
   */
  readonly optionalFields: readonly OptionalField[];
  /** The methods of the client that call an operation. */
  readonly operations: readonly Documented[];
  readonly errorClasses: readonly Documented[];
}

/** Reads the comments of the exports of all published packages. */
export function readDocstrings(): Docstrings {
  const files = listEntryPoints();
  const comments = new SourceComments(files);
  const reader = new OptionReader(comments);
  const exported = new Set(files.flatMap((file) => comments.exportsOf(file)).map((symbol) => comments.resolve(symbol)));
  for (const symbol of exported) reader.readExport(symbol);
  const classes = [...exported].flatMap((symbol) => (symbol.declarations ?? []).filter(ts.isClassDeclaration));
  return {
    optionalFields: reader.optionalFields(),
    operations: comments.checker
      .getPropertiesOfType(comments.declaredType("packages/sdk/src/index.ts", "KnowledgeBase"))
      .flatMap((resource) => readOperations(resource, comments)),
    errorClasses: classes
      .filter(({ name }) => name?.text.endsWith("Error"))
      .map((declaration) => ({ name: declaration.name?.text ?? "", comment: commentOf(declaration) })),
  };
}

function readOperations(resource: ts.Symbol, comments: SourceComments): Documented[] {
  const declarations = (comments.typeOf(resource).symbol?.declarations ?? []).filter(ts.isClassDeclaration);
  const methods = declarations.flatMap(({ members }) => members.filter(ts.isMethodDeclaration));
  return methods.map((method) => ({ name: `${resource.name}.${method.name.getText()}`, comment: commentOf(method) }));
}

function listEntryPoints(): string[] {
  return readdirSync("packages").flatMap((name) => {
    const { exports = {}, private: isPrivate }: Manifest = JSON.parse(
      readFileSync(`packages/${name}/package.json`, "utf8"),
    );
    if (isPrivate) return [];
    return Object.entries(exports).flatMap(([path, { "@knowledge-base/source": file }]) =>
      file === undefined || path === "./internal" ? [] : [`packages/${name}/${file.replace("./", "")}`],
    );
  });
}

interface Manifest {
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly "@knowledge-base/source"?: string }>>;
}

/** How callers meet a value: an export returns it, they pass it, or a function that they pass receives it. */
type Position = "returned" | "passed" | "received";

const positionOfParameters: Readonly<Record<Position, Position>> = {
  returned: "passed",
  passed: "received",
  received: "passed",
};

class OptionReader {
  readonly #comments: SourceComments;
  readonly #seen: Readonly<Record<Position, Set<ts.Type>>> = {
    returned: new Set(),
    passed: new Set(),
    received: new Set(),
  };
  readonly #fields: Readonly<Record<Position, Set<ts.PropertySignature>>> = {
    returned: new Set(),
    passed: new Set(),
    received: new Set(),
  };

  constructor(comments: SourceComments) {
    this.#comments = comments;
  }

  readExport(symbol: ts.Symbol): void {
    if (symbol.flags & ts.SymbolFlags.Value) this.#read(this.#comments.typeOf(symbol), "returned");
  }

  optionalFields(): OptionalField[] {
    const { passed, returned } = this.#fields;
    return [...passed].filter((field) => !returned.has(field)).flatMap((field) => this.#describe(field));
  }

  #read(type: ts.Type, position: Position): void {
    if (this.#seen[position].has(type)) return;
    this.#seen[position].add(type);
    const { checker } = this.#comments;
    if (type.isUnionOrIntersection()) {
      for (const member of type.types) this.#read(member, position);
      return;
    }
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.getParameters()) {
        this.#read(this.#comments.typeOf(parameter), positionOfParameters[position]);
      }
      this.#read(signature.getReturnType(), position);
    }
    for (const argument of [
      ...(type.aliasTypeArguments ?? []),
      ...checker.getTypeArguments(type as ts.TypeReference),
    ]) {
      this.#read(argument, position);
    }
    for (const field of checker.getPropertiesOfType(type)) {
      const declarations = (field.declarations ?? []).filter(isOurs);
      if (declarations.length === 0) continue;
      for (const declaration of declarations.filter(ts.isPropertySignature)) this.#fields[position].add(declaration);
      this.#read(this.#comments.typeOf(field), position);
    }
  }

  #describe(field: ts.PropertySignature): OptionalField[] {
    const owner =
      field.parent.parent && ts.isTypeAliasDeclaration(field.parent.parent) ? field.parent.parent : field.parent;
    if (field.questionToken === undefined || !(ts.isInterfaceDeclaration(owner) || ts.isTypeAliasDeclaration(owner))) {
      return [];
    }
    return [
      {
        name: `${owner.name.text}.${field.name.getText()}`,
        comment: commentOf(field),
        ownerComment: commentOf(owner),
      },
    ];
  }
}

/** Returns the text of the comments above a declaration on one line. */
function commentOf(declaration: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
  return comments.map((comment) => comment.getText().replaceAll(/\s*\n\s*\*\s*/g, " ")).join(" ");
}

function isOurs(declaration: ts.Declaration): boolean {
  return /\/packages\/\w+\/src\//.test(declaration.getSourceFile().fileName);
}
