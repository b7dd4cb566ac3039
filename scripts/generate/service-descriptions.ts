import ts from "typescript";
import { type SourceComments, tagOf } from "./source-comments.ts";

export const contractFile = "packages/types/src/contract/contract.ts";
export const componentsFile = "packages/types/src/openapi/components.ts";
export const interfacesFile = "packages/types/src/index.ts";

/** Returns the descriptions of the service's operations and components, from the contract and the interfaces of resources. */
export function describeService(comments: SourceComments) {
  const contract = comments.typeOf(comments.exportOf(contractFile, "contract"));
  const entries = comments.checker.getPropertiesOfType(contract);
  return {
    operations: Object.fromEntries(entries.map((entry) => [entry.name, describeOperation(entry, comments)])),
    components: Object.fromEntries(
      componentNames(comments).map((name) => [
        name,
        describeComponent(comments.exportOf(interfacesFile, name), comments),
      ]),
    ),
  };
}

function describeOperation(entry: ts.Symbol, comments: SourceComments) {
  const operation = operationOf(entry, comments);
  const [description, reference] = comments.descriptionOf(operation).split(/ (?=Specification, )/);
  return { description, reference, input: describeFields(inputOf(operation, comments), comments) };
}

function describeComponent(symbol: ts.Symbol, comments: SourceComments) {
  const see = tagOf(symbol, "see");
  const description = [comments.descriptionOf(symbol), ...(see === undefined ? [] : [`${see}.`])].join(" ");
  return { description, fields: describeFields(symbol, comments) };
}

function describeFields(symbol: ts.Symbol, comments: SourceComments): Record<string, string> {
  const fields = comments.checker.getPropertiesOfType(comments.checker.getDeclaredTypeOfSymbol(symbol));
  return Object.fromEntries(fields.map((field) => [field.name, comments.describeField(field)]));
}

/** Returns the constant that an entry of the contract refers to. */
function operationOf({ name, valueDeclaration }: ts.Symbol, comments: SourceComments): ts.Symbol {
  const symbol =
    valueDeclaration &&
    ts.isPropertyAssignment(valueDeclaration) &&
    comments.checker.getSymbolAtLocation(valueDeclaration.initializer);
  if (!symbol) throw new Error(`The contract's entry ${name} is not a constant`);
  return comments.resolve(symbol);
}

/** Returns the interface of an operation's input, which the same file exports. */
function inputOf({ name, valueDeclaration }: ts.Symbol, comments: SourceComments): ts.Symbol {
  const file = valueDeclaration?.getSourceFile().fileName ?? "";
  const input = comments.exportsOf(file).find((candidate) => candidate.name.endsWith("Input"));
  if (!input) throw new Error(`${file} exports no interface for the input of ${name}`);
  return input;
}

function componentNames(comments: SourceComments): string[] {
  const names = comments.declaredType(componentsFile, "ComponentName");
  if (!names.isUnion()) throw new Error(`${componentsFile} lists no components`);
  return names.types.flatMap((name) => (name.isStringLiteral() ? [name.value] : []));
}
