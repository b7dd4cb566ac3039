import ts from "typescript";
import { type SourceComments, tagOf } from "./source-comments.ts";

const contractFile = "packages/types/src/contract/contract.ts";
const componentsFile = "packages/types/src/openapi/components.ts";
const interfacesFile = "packages/types/src/index.ts";
export const serviceFiles = [contractFile, componentsFile, interfacesFile];

/** Returns the descriptions of the service's operations and components, from the contract and the interfaces of resources. */
export function describeService(comments: SourceComments) {
  const contract = comments.typeOf(comments.exportOf(contractFile, "contract"));
  const components = comments.fieldsOf(comments.typeOf(comments.exportOf(componentsFile, "components")));
  return {
    operations: Object.fromEntries(
      comments.fieldsOf(contract).map((entry) => [entry.name, describeOperation(entry, comments)]),
    ),
    components: Object.fromEntries(components.map(({ name }) => [name, describeComponent(name, comments)])),
  };
}

/** Describes an entry of the contract: a constant, whose file also exports the interface of its input. */
function describeOperation({ name, valueDeclaration }: ts.Symbol, comments: SourceComments) {
  const constant =
    valueDeclaration &&
    ts.isPropertyAssignment(valueDeclaration) &&
    comments.checker.getSymbolAtLocation(valueDeclaration.initializer);
  const file = constant && comments.resolve(constant).valueDeclaration?.getSourceFile().fileName;
  const input = file && comments.exportsOf(file).find((candidate) => candidate.name.endsWith("Input"));
  if (!constant || !input)
    throw new Error(`${name} is not a constant of a file that exports the interface of its input`);
  const [description, reference] = comments.descriptionOf(comments.resolve(constant)).split(/ (?=Specification, )/);
  return { description, reference, input: describeFields(input, comments) };
}

function describeComponent(name: string, comments: SourceComments) {
  const symbol = comments.exportOf(interfacesFile, name);
  const see = tagOf(symbol, "see");
  const description = [comments.descriptionOf(symbol), ...(see === undefined ? [] : [`${see}.`])].join(" ");
  return { description, fields: describeFields(symbol, comments) };
}

function describeFields(symbol: ts.Symbol, comments: SourceComments): Record<string, string> {
  const fields = comments.fieldsOf(comments.checker.getDeclaredTypeOfSymbol(symbol));
  return Object.fromEntries(fields.map((field) => [field.name, comments.describeField(field)]));
}
