import type { Code, Nodes, Parent, Root } from "mdast";
import { visit } from "unist-util-visit";
import { canRunInPlayground, encodeProgram } from "../playground/program-link.ts";
import { container } from "./container.ts";

/** A comment above a block that is a part of a file, or that cannot be run. */
const isExcused = /<!-- (not run|from): /;

/** Adds a link that opens the program in the playground to each block that can run there. */
export function linkPlayground({ base }: { readonly base: string }) {
  return (tree: Root) => {
    visit(tree, (parent) => {
      if (parent.type !== "root" && parent.type !== "listItem") return;
      const programs = programsOf(parent);
      for (const [block, program] of programs) {
        const at = parent.children.findIndex((child) => child === block);
        const link = container("p", "run-link", [
          {
            type: "link",
            url: `${base}playground/#${encodeProgram(program.code, program.given)}`,
            children: [{ type: "text", value: "Run in the playground" }],
          },
        ]);
        parent.children.splice(at, 1, container("div", "runnable", [block, link]));
      }
    });
  };
}

/** A block, with those that it continues. */
interface Program {
  readonly code: string;
  readonly given: readonly string[];
}

/** Returns the programs among the children of a node that can run in the playground, by their last blocks. */
function programsOf({ children }: Parent): ReadonlyMap<Code, Program> {
  const programs = new Map<Code, Program>();
  let comments = "";
  let last: Program | undefined;
  for (const child of children as readonly Nodes[]) {
    if (child.type === "html" && child.value.startsWith("<!--")) comments += child.value;
    else if (child.type === "code") {
      last = child.lang === "ts" ? programOf(child.value, comments, last) : undefined;
      if (last && !isExcused.test(comments) && canRunInPlayground(last.code, last.given)) programs.set(child, last);
      comments = "";
    } else comments = "";
  }
  return programs;
}

function programOf(code: string, comments: string, previous: Program | undefined): Program | undefined {
  const [, names] = /<!-- given: (.+?) -->/.exec(comments) ?? [];
  const given = names?.split(", ") ?? [];
  if (!comments.includes("<!-- continues -->")) return { code, given };
  return previous && { code: `${previous.code}\n\n${code}`, given: [...previous.given, ...given] };
}
