import ts from "typescript";
import { checker, declaredType, describeField, descriptionOf, tagOf } from "./source-comments.ts";

const server = "packages/server/src";

interface TypeDescription {
  readonly description: string;
  readonly fields: Record<string, string>;
  /** Names of the types of the fields that are described types themselves. */
  readonly types?: Record<string, string>;
}

/** The types of this repository that controls take and return, each described once. */
const describedTypes: Record<string, TypeDescription | undefined> = {};

/** Returns the descriptions of the controls and their types, from the interfaces of the control groups. */
export function describeControls() {
  const groups = ["ServerControl", "TestTools"]
    .flatMap((name) => declaredType(`${server}/control/server-control.ts`, name).getProperties())
    .map((group) => ({ name: group.name, type: checker.getTypeOfSymbol(group) }));
  const operations = groups.flatMap(({ name, type }) =>
    type.getProperties().map((method) => [`${name}/${method.name}`, describeMethod(type, method.name)]),
  );
  const serverOperations = ["seed", "snapshot", "restore", "reset"].map((name) => {
    const ofServer = describeMethod(declaredType(`${server}/reference-server.ts`, "ReferenceServer"), name);
    const records = declaredType(`${server}/control/organization-records.ts`, "OrganizationRecords");
    const ofOrganization = describeMethod(records, name);
    const errorCodes = [ofServer.errorCodes, ofOrganization.errorCodes].filter(Boolean).join(" ");
    const description = `${ofServer.description}\n\nWith the parameter \`organization\`: ${ofOrganization.description}`;
    return [`server/${name}`, { ...ofServer, description, ...(errorCodes !== "" && { errorCodes }) }];
  });
  const description = declaredType(`${server}/control-api/control-routes.ts`, "ServerDescription");
  const describeServer = { description: descriptionOf(description.symbol), output: describeType(description) };
  return {
    groups: Object.fromEntries(groups.map(({ name, type }) => [name, descriptionOf(type.symbol)])),
    operations: Object.fromEntries([...operations, ...serverOperations, ["server/describe", describeServer]]),
    types: Object.fromEntries(Object.entries(describedTypes).toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function describeMethod(owner: ts.Type, name: string) {
  const method = owner.getProperty(name);
  const [signature] = method ? checker.getTypeOfSymbol(method).getCallSignatures() : [];
  if (!method || !signature) throw new Error(`${owner.symbol.name} has no method ${name}`);
  const [parameter] = signature.getParameters();
  const errors = errorsOf(method);
  const see = tagOf(method, "see");
  const description = [
    descriptionOf(method),
    ...(errors === undefined ? [] : [`Fails ${errors.startsWith("as ") ? "" : "with "}${errors}.`]),
    ...(see === undefined ? [] : [`See ${see}.`]),
  ].join("\n\n");
  const errorCodes = errorCodesOf(method, owner).join(" ");
  return {
    description,
    ...(errorCodes !== "" && { errorCodes }),
    input: parameter && describeType(checker.getTypeOfSymbol(parameter)),
    output: describeType(signature.getReturnType()),
  };
}

/** Returns the errors that a method throws, with the names that they have over HTTP. */
function errorsOf(method: ts.Symbol): string | undefined {
  const [, error, text = ""] = /^(ControlError|StateError) (.*)$/.exec(tagOf(method, "throws") ?? "") ?? [];
  return error === "StateError" ? `\`invalid_state\` ${text}` : error && text;
}

/** Returns the codes in backticks. A method in backticks is replaced by its own codes. */
function errorCodesOf(method: ts.Symbol, owner: ts.Type): string[] {
  const names = Array.from((errorsOf(method) ?? "").matchAll(/`(\w+)`/g), ([, name = ""]) => name);
  return names.flatMap((name) => {
    const sibling = owner.getProperty(name);
    return sibling && sibling !== method ? errorCodesOf(sibling, owner) : [name];
  });
}

/** Returns the name of a type of this repository, and describes it. */
function describeType(wrapped: ts.Type): string | undefined {
  const type = unwrap(wrapped);
  const symbol = type.aliasSymbol ?? type.symbol;
  const members = type.isUnion() ? type.types : [type];
  if (!symbol || !isOwnType(symbol) || !members.every(isObject)) return undefined;
  if (describedTypes[symbol.name]) return symbol.name;
  const fields: Record<string, string> = {};
  const types: Record<string, string> = {};
  for (const field of members.flatMap((member) => member.getProperties())) {
    const description = describeFieldOf(members, field.name) || describeDiscriminator(members, field.name);
    if (description) fields[field.name] ??= description;
    const typeName = describeType(checker.getTypeOfSymbol(field));
    if (typeName !== undefined) types[field.name] = typeName;
  }
  const description = descriptionOf(symbol);
  describedTypes[symbol.name] = { description, fields, ...(Object.keys(types).length > 0 && { types }) };
  return symbol.name;
}

/** Describes a field. If the descriptions of the members of a union differ, each begins with the kinds of its members. */
function describeFieldOf(members: readonly ts.Type[], name: string): string {
  const described = members.flatMap((member) => {
    const field = member.getProperty(name);
    const description = field && describeField(field);
    return description ? [{ description, kind: literalOf(member, "kind") }] : [];
  });
  const byDescription = Map.groupBy(described, ({ description }) => description);
  if (byDescription.size === 1 || described.some(({ kind }) => kind === undefined)) {
    return described[0]?.description ?? "";
  }
  const lines = Array.from(byDescription, ([text, same]) => `${same.map(({ kind }) => kind).join(", ")}: ${text}`);
  return lines.join("\n\n");
}

/** Describes each value of the field that distinguishes the members of a union. */
function describeDiscriminator(members: readonly ts.Type[], name: string): string {
  if (members.length < 2) return "";
  const lines = members.flatMap((member) => {
    const literal = literalOf(member, name);
    // The interface that declares the field: the members may extend it.
    const declarations = member.getProperty(name)?.declarations ?? [];
    const owner = declarations.find(({ parent }) => ts.isInterfaceDeclaration(parent))?.parent;
    return literal && owner ? [`${literal}: ${descriptionOf(checker.getTypeAtLocation(owner).symbol)}`] : [];
  });
  return lines.join("\n\n");
}

/** Returns the text that is the type of a field, as code. */
function literalOf(member: ts.Type, name: string): string | undefined {
  const field = member.getProperty(name);
  const value = field && checker.getTypeOfSymbol(field);
  return value?.isStringLiteral() ? `\`${value.value}\`` : undefined;
}

/** Returns the type inside a promise or an array, without null and undefined. */
function unwrap(type: ts.Type): ts.Type {
  const [argument] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
  const name = (type.aliasSymbol ?? type.symbol)?.name ?? "";
  if (argument && ["Promise", "Array", "ReadonlyArray", "Required"].includes(name)) return unwrap(argument);
  const present = checker.getNonNullableType(type);
  return present === type ? type : unwrap(present);
}

function isOwnType({ declarations = [] }: ts.Symbol): boolean {
  return declarations.every(
    (declaration) => declaration.getSourceFile().fileName.includes("packages/") && !ts.isTypeLiteralNode(declaration),
  );
}

function isObject(type: ts.Type): boolean {
  return (type.getFlags() & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}
