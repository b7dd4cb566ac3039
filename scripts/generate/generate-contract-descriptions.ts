import ts from "typescript";
import { SourceComments, textOfTag } from "./source-comments.ts";
import { writeGenerated } from "./write-generated.ts";

// Writes the words of the service's OpenAPI document from the comments of the contract and of the interfaces that it
// describes, so that they stand in one place. With --check it changes nothing and fails where the file is stale.

const target = "packages/types/src/openapi/descriptions.json";
const contractFile = "packages/types/src/contract/contract.ts";
const componentsFile = "packages/types/src/openapi/components.ts";
const interfacesFile = "packages/types/src/index.ts";

const comments = new SourceComments([contractFile, componentsFile, interfacesFile]);
const { checker } = comments;

const contract = comments.typeOf(comments.exportOf(contractFile, "contract"));
const operations = checker.getPropertiesOfType(contract).map((entry) => {
  const operation = operationOf(entry);
  const [description, reference] = comments.wordsOf(operation).split(/ (?=Specification, )/);
  return [entry.name, { description, reference, input: fieldsOf(inputOf(operation)) }];
});

const components = componentNames().map((name) => {
  const { symbol } = checker.getDeclaredTypeOfSymbol(comments.exportOf(interfacesFile, name));
  const see = textOfTag(symbol, "see");
  const description = [comments.wordsOf(symbol), ...(see === undefined ? [] : [`${see}.`])].join(" ");
  return [name, { description, fields: fieldsOf(symbol) }];
});

const descriptions = { operations: Object.fromEntries(operations), components: Object.fromEntries(components) };
await writeGenerated(target, `${JSON.stringify(descriptions, null, 2)}\n`);

/** What an entry of the contract is a name for. */
function operationOf({ name, valueDeclaration }: ts.Symbol): ts.Symbol {
  const symbol =
    valueDeclaration &&
    ts.isPropertyAssignment(valueDeclaration) &&
    checker.getSymbolAtLocation(valueDeclaration.initializer);
  if (!symbol) throw new Error(`The contract's entry ${name} has no name of its own`);
  return comments.declared(symbol);
}

/** The interface of the input, which stands beside the operation. */
function inputOf({ name, valueDeclaration }: ts.Symbol): ts.Symbol {
  const file = valueDeclaration?.getSourceFile().fileName ?? "";
  const input = comments.exportsOf(file).find((candidate) => candidate.name.endsWith("Input"));
  if (!input) throw new Error(`${file} has no interface of the input of ${name}`);
  return input;
}

function fieldsOf(symbol: ts.Symbol): Record<string, string> {
  const fields = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  return Object.fromEntries(fields.map((field) => [field.name, comments.wordsOf(field)]));
}

function componentNames(): string[] {
  const names = checker.getDeclaredTypeOfSymbol(comments.exportOf(componentsFile, "ComponentName"));
  if (!names.isUnion()) throw new Error(`${componentsFile} names no components`);
  return names.types.flatMap((name) => (name.isStringLiteral() ? [name.value] : []));
}
