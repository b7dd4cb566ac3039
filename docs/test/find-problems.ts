import ts from "typescript";

/** Output and end of a program. */
export interface Run {
  /** Each printed text, with the line of the program that printed it; 0 if code that the program does not call directly did. */
  readonly printed: readonly { readonly line: number; readonly text: string }[];
  /** The error that it threw, or the reason why it did not end. */
  readonly error?: string | undefined;
}

/** Returns the error of a run, each line whose output is not that of its comment, and each output that no comment shows. */
export function findProblems(program: string, { error, printed }: Run): string[] {
  if (error !== undefined) return [`It threw ${error}`];
  const lines = Map.groupBy(printed, ({ line }) => line);
  const outputs = new Map(Array.from(lines, ([line, texts]) => [line, texts.map(({ text }) => text).join("\n")]));
  const expected = readExpectedOutputs(program);
  const different = Array.from(expected).flatMap(([line, shown]) => {
    const output = outputs.get(line) ?? "(nothing)";
    return fits(shown, output) ? [] : [`Line ${line} says ${shown}, and prints ${output}`];
  });
  const additional = Array.from(outputs).filter(([line]) => !expected.has(line));
  return [...different, ...additional.map(([line, output]) => `Line ${line} prints ${output}, and does not show it`)];
}

/** Returns whether an output is the shown one, in which `…` is any text. */
function fits(shown: string, output: string): boolean {
  const parts = shown.split("…").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join("[^]+")}$`).test(output);
}

/**
 * Reads the comments after calls of methods of `console`, by the lines of the calls: on the same line, or on the lines below.
 * The lines may follow the loop or the function whose last statement is the call.
 */
function readExpectedOutputs(program: string): ReadonlyMap<number, string> {
  const source = ts.createSourceFile("program.ts", program, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const outputs = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^console\.\w+$/.test(node.expression.getText())) {
      const comments = endsOf(node).map((end) => commentAt(program, end) ?? commentBelow(program, lineOf(end) + 1));
      const text = comments.find((comment) => comment !== undefined);
      if (text !== undefined) outputs.set(lineOf(node.expression.end) + 1, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return outputs;
}

/** The ends of the statement of a call, and of the statements around it of which it is the last. */
function endsOf(call: ts.Node): number[] {
  const ends: number[] = [];
  let statement: ts.Node | undefined = ts.findAncestor(call, ts.isStatement);
  while (statement) {
    ends.push(statement.end);
    const { parent } = statement;
    if (ts.isBlock(parent) && parent.statements.at(-1) !== statement) break;
    statement = ts.findAncestor(parent, (node) => ts.isStatement(node) && !ts.isBlock(node));
  }
  return ends;
}

function commentAt(program: string, end: number): string | undefined {
  const [comment] = ts.getTrailingCommentRanges(program, end) ?? [];
  return comment && program.slice(comment.pos, comment.end).replace(/^\/\/ ?/, "");
}

function commentBelow(program: string, line: number): string | undefined {
  const below = program.split("\n").slice(line);
  const end = below.findIndex((other) => !other.trimStart().startsWith("//"));
  const comment = below.slice(0, end < 0 ? undefined : end).map((other) => other.trimStart().replace(/^\/\/ ?/, ""));
  return comment.length === 0 ? undefined : comment.join("\n");
}
