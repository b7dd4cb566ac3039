import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { sourceFiles } from "./blocks.ts";

/** A declaration that users see, with its comment. */
interface Documented {
  readonly name: string;
  readonly comment: string;
}

/** An optional field of a type that callers pass. */
interface OptionalField extends Documented {
  readonly owner: Documented;
}

// A field states its default with `@default` or in a sentence, or its type says for all of its fields what happens if they are omitted.
const statesDefault = /@default \S|\bby default\b|\bif omitted\b/i;
const statesDefaults = /\bomitted (fields|ids|functions?)\b/i;

const isPassed = /(Options|Hooks|Limits|Declaration|Target|Input|Init|Filter)$/;
const isOption = /(Options|Hooks|Limits|Declaration)$|^Target$/;

/** The names that the packages export. Entry files contain only lists of names. */
const exported = new Set(
  globSync("packages/{sdk,server,types,conformance,mcp}/src/*.ts")
    .filter((file) => !file.endsWith("/internal.ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^export (?:type )?\{([^}]*)\} from/gm)])
    .flatMap(([, names = ""]) => names.match(/\w+/g) ?? []),
);

const optionalFields: OptionalField[] = [];
const errorClasses: Documented[] = [];
const operations: Documented[] = [];

for (const file of sourceFiles) {
  for (const node of ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true).statements) {
    if (ts.isClassDeclaration(node) && node.name) {
      const methods = file.startsWith("packages/sdk/src/resources/") ? node.members.filter(ts.isMethodDeclaration) : [];
      operations.push(...methods.map(documented));
      if (node.name.text.endsWith("Error") && exported.has(node.name.text)) errorClasses.push(documented(node));
    } else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      if (exported.has(node.name.text) && isPassed.test(node.name.text)) addOptionalFields(node, documented(node));
    }
  }
}

function addOptionalFields(node: ts.Node, owner: Documented): void {
  if (!ts.isPropertySignature(node)) ts.forEachChild(node, (child) => addOptionalFields(child, owner));
  else if (node.questionToken) {
    const { name, comment } = documented(node);
    optionalFields.push({ name: `${owner.name}.${name}`, comment, owner });
  }
}

function documented(node: ts.NamedDeclaration): Documented {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const comment = comments.map((part) => part.getText().replaceAll(/\s*\n\s*\*\s*/g, " ")).join(" ");
  return { name: node.name?.getText() ?? "", comment };
}

/** Returns whether a comment has an example and a link to a document. */
function isComplete({ comment }: Documented): boolean {
  return (
    /@example .*```ts/.test(comment) && /\]\((\.\.\/)+docs\/(guides|operations|reference)\/[\w.-]+\.md/.test(comment)
  );
}

const namesOf = (list: readonly Documented[]) => list.map(({ name }) => name);

it("states the default of each optional field of a type that callers pass", () => {
  expect(optionalFields.length).toBeGreaterThan(40);
  const silent = optionalFields.filter(
    ({ comment, owner }) => !statesDefault.test(comment) && !statesDefaults.test(owner.comment),
  );
  expect(namesOf(silent)).toEqual([]);
});

it("shows an example of each option, or of its type, and links to a guide", () => {
  const options = optionalFields.filter(({ owner }) => isOption.test(owner.name));
  expect(options.length).toBeGreaterThan(40);
  expect(namesOf(options.filter((option) => !isComplete(option) && !isComplete(option.owner)))).toEqual([]);
});

it("shows an example of each operation and of each error class, and links to a document", () => {
  expect(operations.length).toBeGreaterThanOrEqual(6);
  expect(errorClasses.length).toBeGreaterThan(15);
  expect(namesOf([...operations, ...errorClasses].filter((each) => !isComplete(each)))).toEqual([]);
});
