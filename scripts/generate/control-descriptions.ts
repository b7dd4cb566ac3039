import ts from "typescript";
import { controlComponents } from "./control-schemas.ts";
import { checker, declaredType, describeField, descriptionOf, tagOf } from "./source-comments.ts";

const server = "packages/server/src";

// Places of each description of a field, by the name of the field. A place is a component, an input or an output.
type FieldPlaces = Map<string, Map<string, Set<string>>>;

/** Returns the descriptions of the controls and their fields, and the types of their outputs, from the interfaces of the control groups. */
export function describeControls() {
  const fields: FieldPlaces = new Map();
  const outputTypes = new Map<string, string>();
  const componentDescriptions = new Map(Object.keys(controlComponents).map((name) => [name, ""]));
  const groups = ["ServerControl", "TestTools"]
    .flatMap((name) => declaredType(`${server}/control/groups.ts`, name).getProperties())
    .map((group) => ({ name: group.name, type: checker.getTypeOfSymbol(group) }));
  const operations = groups.flatMap(({ name, type }) =>
    type.getProperties().map((method) => [`${name}/${method.name}`, describeMethod(type, method.name, name)]),
  );
  const ofServer = declaredType(`${server}/reference-server/reference-server.ts`, "ReferenceServer");
  const ofOrganization = declaredType(`${server}/control/state-control.ts`, "StateControl");
  const serverOperations = ["seed", "snapshot", "restore", "reset"].map((name) => {
    const [whole, part] = [ofServer, ofOrganization].map((owner) => describeMethod(owner, name, "server"));
    const description = `${whole}\n\nWith the parameter \`organization\`: ${part}`;
    return [`server/${name}`, description];
  });
  const httpType = (name: string) => declaredType(`${server}/control/http-protocol.ts`, name);
  const ownOperations = { "server/describe": "ServerDescription", "server/changes": "ServerChanges" };
  for (const [path, name] of Object.entries(ownOperations)) {
    outputTypes.set(path, name);
    collectFields(httpType(name), `${path}/output`);
  }
  collectFields(httpType("ChangesInput"), "server/changes/input");
  collectFields(httpType("HttpControlError"), "");
  return {
    groups: Object.fromEntries(groups.map(({ name, type }) => [name, descriptionOf(type.symbol)])),
    operations: Object.fromEntries([
      ...operations,
      ...serverOperations,
      ...Object.entries(ownOperations).map(([path, name]) => [path, descriptionOf(httpType(name).symbol)]),
    ]),
    components: Object.fromEntries(componentDescriptions),
    findField,
    outputTypes,
  };

  function describeMethod(owner: ts.Type, name: string, group: string): string {
    const method = owner.getProperty(name);
    const [signature] = method ? checker.getTypeOfSymbol(method).getCallSignatures() : [];
    if (!method || !signature) throw new Error(`${owner.symbol.name} has no method ${name}`);
    const place = `${group}/${name}`;
    const [parameter] = signature.getParameters();
    // A parameter with a comment of its own, such as `@param id - id of the fault`, is the only field of the input.
    const [, first = "", rest = ""] = /^- (.)(.*)$/s.exec(descriptionOf(parameter)) ?? [];
    if (parameter && first !== "" && group !== "server") {
      addField(parameter.name, `${first.toUpperCase()}${rest}.`, `${place}/input`);
    } else if (parameter) collectFields(checker.getTypeOfSymbol(parameter), `${place}/input`);
    outputTypes.set(place, checker.typeToString(signature.getReturnType()));
    collectFields(signature.getReturnType(), `${place}/output`);
    const errors = errorsOf(method);
    const see = tagOf(method, "see");
    return [
      descriptionOf(method),
      ...(errors === undefined ? [] : [`Fails ${errors.startsWith("as ") ? "" : "with "}${errors}.`]),
      ...(see === undefined ? [] : [`See ${see}.`]),
    ].join("\n\n");
  }

  // Collects the descriptions of the fields of a type and of their fields, up to the components.
  function collectFields(wrapped: ts.Type, outerPlace: string): void {
    const type = unwrap(wrapped);
    const symbol = type.aliasSymbol ?? type.symbol;
    const members = type.isUnion() ? type.types : [type];
    if (!symbol && type.isUnion()) for (const member of members) collectFields(member, outerPlace);
    if (!symbol || !isOwnType(symbol) || !members.every(isObject)) return;
    const component = componentDescriptions.get(symbol.name);
    if (component) return;
    if (component === "") componentDescriptions.set(symbol.name, descriptionOf(symbol));
    const place = component === undefined ? outerPlace : symbol.name;
    for (const field of new Map(
      members.flatMap((each) => each.getProperties()).map((each) => [each.name, each]),
    ).values()) {
      addField(field.name, describeFieldOf(members, field.name), place);
      collectFields(checker.getTypeOfSymbol(field), `${place}.${field.name}`);
    }
  }

  function addField(name: string, text: string, place: string): void {
    if (text === "") return;
    const places = fields.get(name) ?? new Map<string, Set<string>>();
    fields.set(name, places.set(text, (places.get(text) ?? new Set()).add(place)));
  }

  // In a place without a description of its own, a field has its most frequent one.
  function findField(name: string, place: string): string | undefined {
    const sorted = Array.from(fields.get(name) ?? []).toSorted(([, left], [, right]) => left.size - right.size);
    const [text] = sorted.find(([, places]) => places.has(place)) ?? sorted.at(-1) ?? [];
    return text;
  }
}

function errorsOf(method: ts.Symbol): string | undefined {
  return /^ControlError (.*)$/.exec(tagOf(method, "throws") ?? "")?.[1];
}

// Describes a field. If the descriptions of the members of a union differ, each begins with the kinds of its members.
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

function literalOf(member: ts.Type, name: string): string | undefined {
  const field = member.getProperty(name);
  const value = field && checker.getTypeOfSymbol(field);
  return value?.isStringLiteral() ? `\`${value.value}\`` : undefined;
}

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
