import ts from "typescript";

/** Output of a line of a program, according to its comment. */
export interface ExpectedOutput {
  readonly line: number;
  readonly text: string;
}

/**
 * Reads the comments after calls of methods of `console`: on the same line, or on the lines below. The lines may follow the
 * loop or the function whose last statement is the call.
 */
export function readExpectedOutputs(program: string): ExpectedOutput[] {
  const source = ts.createSourceFile("program.ts", program, ts.ScriptTarget.Latest, true);
  const lines = program.split("\n");
  const outputs: ExpectedOutput[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^console\.\w+$/.test(node.expression.getText())) {
      const comments = endsOf(node).map((end) => commentAt(program, end) ?? commentBelow(lines, lineOf(end) + 1));
      const text = comments.find((comment) => comment !== undefined);
      if (text !== undefined) outputs.push({ line: lineOf(node.expression.end) + 1, text });
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

function commentBelow(lines: readonly string[], start: number): string | undefined {
  const below = lines.slice(start);
  const length = below.findIndex((line) => !line.trimStart().startsWith("//"));
  const comment = length < 0 ? below : below.slice(0, length);
  return comment.length > 0 ? comment.map((line) => line.trimStart().replace(/^\/\/ ?/, "")).join("\n") : undefined;
}
