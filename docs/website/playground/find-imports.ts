import { parser } from "@lezer/javascript";

/** The specifier of an import or a re-export. */
export interface Import {
  readonly name: string;
  /** Position of the specifier in the code, including its quotes. */
  readonly from: number;
  readonly to: number;
  /** Position at which the declaration begins. */
  readonly start: number;
}

const declarations = new Set(["ImportDeclaration", "ExportDeclaration", "DynamicImport"]);

/** Returns the imports of JavaScript, in their order. */
export function findImports(code: string): readonly Import[] {
  const imports: Import[] = [];
  parser.parse(code).iterate({
    enter: ({ name, from, to, node: { parent } }) => {
      if (name !== "String" || !parent || !declarations.has(parent.name)) return;
      imports.push({ name: code.slice(from + 1, to - 1), from, to, start: parent.from });
    },
  });
  return imports;
}
