import ts from "typescript";

/** Output of a line of a program, according to its comment. */
export interface ExpectedOutput {
  readonly line: number;
  readonly text: string;
}

/** Reads the comments after calls of `console.log`: on the same line, or on the lines below. */
export function readExpectedOutputs(program: string): ExpectedOutput[] {
  const source = ts.createSourceFile("program.ts", program, ts.ScriptTarget.Latest, true);
  const lines = program.split("\n");
  const outputs: ExpectedOutput[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "console.log") {
      const end = ts.findAncestor(node, ts.isStatement)?.end ?? node.end;
      const text = commentAt(program, end) ?? commentBelow(lines, lineOf(end) + 1);
      if (text !== undefined) outputs.push({ line: lineOf(node.expression.end) + 1, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return outputs;
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
