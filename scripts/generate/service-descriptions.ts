import ts from "typescript";
import { checker, describeField, descriptionOf, exportOf, exportsOf, resolve, tagOf } from "./source-comments.ts";

/** Returns the descriptions of the service's operations and components, from the contract and the interfaces of resources. */
export function describeService() {
  const contract = checker.getTypeOfSymbol(exportOf("packages/types/src/contract/contract.ts", "contract"));
  const components = checker.getTypeOfSymbol(exportOf("packages/types/src/openapi/components.ts", "components"));
  return {
    operations: Object.fromEntries(contract.getProperties().map((entry) => [entry.name, describeOperation(entry)])),
    components: Object.fromEntries(components.getProperties().map(({ name }) => [name, describeComponent(name)])),
  };
}

// Describes an entry of the contract: a constant, whose file also exports the interface of its input.
function describeOperation({ name, valueDeclaration }: ts.Symbol) {
  const constant =
    valueDeclaration &&
    ts.isPropertyAssignment(valueDeclaration) &&
    checker.getSymbolAtLocation(valueDeclaration.initializer);
  const file = constant && resolve(constant).valueDeclaration?.getSourceFile().fileName;
  const input = file && exportsOf(file).find((candidate) => candidate.name.endsWith("Input"));
  if (!constant || !input)
    throw new Error(`${name} is not a constant of a file that exports the interface of its input`);
  const [description, reference] = descriptionOf(resolve(constant)).split(/ (?=Specification, )/);
  return { description, reference, input: describeFields(input) };
}

function describeComponent(name: string) {
  const isPublic = exportsOf("packages/types/src/index.ts").some((symbol) => symbol.name === name);
  const symbol = exportOf(`packages/types/src/${isPublic ? "index" : "internal"}.ts`, name);
  const see = tagOf(symbol, "see");
  const description = [descriptionOf(symbol), ...(see === undefined ? [] : [`${see}.`])].join(" ");
  return { description, fields: describeFields(symbol) };
}

function describeFields(symbol: ts.Symbol): Record<string, string> {
  const fields = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  return Object.fromEntries(fields.map((field) => [field.name, describeField(field)]));
}
