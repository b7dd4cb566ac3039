import ts from "typescript";
import { type SourceComments, tagOf } from "./source-comments.ts";

const groupsFile = "packages/server/src/control/server-control.ts";
const serverFile = "packages/server/src/reference-server.ts";
const recordsFile = "packages/server/src/control/organization-records.ts";
const routesFile = "packages/server/src/control-api/control-routes.ts";
export const controlFiles = [groupsFile, serverFile, recordsFile, routesFile];

interface TypeDescription {
  readonly description: string;
  readonly fields: Record<string, string>;
  /** Names of the types of the fields that are described types themselves. */
  readonly types?: Record<string, string>;
}

/** Returns the descriptions of the controls and their types, from the interfaces of the control groups. */
export function describeControls(comments: SourceComments) {
  const describedTypes = new DescribedTypes(comments);
  const describe = (method: ts.Symbol, owner: ts.Type) => describeMethod(method, owner, comments, describedTypes);

  const groups = ["ServerControl", "TestTools"].flatMap((name) =>
    comments.fieldsOf(comments.declaredType(groupsFile, name)),
  );
  const operations = groups.flatMap((group) => {
    const type = comments.typeOf(group);
    return comments.fieldsOf(type).map((method) => [`${group.name}/${method.name}`, describe(method, type)]);
  });
  const serverOperations = ["seed", "snapshot", "restore", "reset"].map((name) => {
    const [ofServer, ofOrganization] = [
      comments.declaredType(serverFile, "ReferenceServer"),
      comments.declaredType(recordsFile, "OrganizationRecords"),
    ].map((owner) => describe(comments.fieldOf(owner, name), owner));
    const errorCodes = [ofServer?.errorCodes, ofOrganization?.errorCodes].filter(Boolean).join(" ");
    const description = `${ofServer?.description}\n\nWith the parameter \`organization\`: ${ofOrganization?.description}`;
    return [`server/${name}`, { ...ofServer, description, ...(errorCodes !== "" && { errorCodes }) }];
  });
  const server = comments.declaredType(routesFile, "ServerDescription");
  const describeServer = { description: comments.descriptionOf(server.symbol), output: describedTypes.nameOf(server) };

  return {
    groups: Object.fromEntries(
      groups.map((group) => [group.name, comments.descriptionOf(comments.typeOf(group).symbol)]),
    ),
    operations: Object.fromEntries([...operations, ...serverOperations, ["server/describe", describeServer]]),
    types: describedTypes.sorted(),
  };
}

function describeMethod(method: ts.Symbol, owner: ts.Type, comments: SourceComments, describedTypes: DescribedTypes) {
  const [signature] = comments.typeOf(method).getCallSignatures();
  if (!signature) throw new Error(`${method.name} is not a method`);
  const [parameter] = signature.getParameters();
  const errors = errorsOf(method);
  const see = tagOf(method, "see");
  const description = [
    comments.descriptionOf(method),
    ...(errors === undefined ? [] : [`Fails ${errors.startsWith("as ") ? "" : "with "}${errors}.`]),
    ...(see === undefined ? [] : [`See ${see}.`]),
  ].join("\n\n");
  const errorCodes = errorCodesOf(method, owner).join(" ");
  return {
    description,
    ...(errorCodes !== "" && { errorCodes }),
    input: parameter && describedTypes.nameOf(comments.typeOf(parameter)),
    output: describedTypes.nameOf(signature.getReturnType()),
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

/** The types of this repository that controls take and return, each described once. */
class DescribedTypes {
  readonly #comments: SourceComments;
  readonly #types: Record<string, TypeDescription | undefined> = {};

  constructor(comments: SourceComments) {
    this.#comments = comments;
  }

  sorted() {
    return Object.fromEntries(Object.entries(this.#types).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** Returns the name of a type of this repository, and describes it. */
  nameOf(wrapped: ts.Type): string | undefined {
    const type = this.#unwrap(wrapped);
    const symbol = type.aliasSymbol ?? type.symbol;
    const members = type.isUnion() ? type.types : [type];
    if (!symbol || !isOwnType(symbol) || !members.every(isObject)) return undefined;
    if (!this.#types[symbol.name]) this.#types[symbol.name] = this.#describe(symbol, members);
    return symbol.name;
  }

  #describe(symbol: ts.Symbol, members: readonly ts.Type[]): TypeDescription {
    const fields: Record<string, string> = {};
    const types: Record<string, string> = {};
    for (const field of members.flatMap((member) => this.#comments.fieldsOf(member))) {
      const description = this.#describeField(field.name, members) || this.#describeDiscriminator(field.name, members);
      if (description) fields[field.name] ??= description;
      const typeName = this.nameOf(this.#comments.typeOf(field));
      if (typeName !== undefined) types[field.name] = typeName;
    }
    const description = this.#comments.descriptionOf(symbol);
    return { description, fields, ...(Object.keys(types).length > 0 && { types }) };
  }

  /** Describes a field. If the descriptions of the members of a union differ, each begins with the kinds of its members. */
  #describeField(name: string, members: readonly ts.Type[]): string {
    const described = members.flatMap((member) => {
      const field = member.getProperty(name);
      const description = field && this.#comments.describeField(field);
      return description ? [{ description, kind: this.#literalOf(member, "kind") }] : [];
    });
    const byDescription = Map.groupBy(described, ({ description }) => description);
    if (byDescription.size === 1 || described.some(({ kind }) => kind === undefined)) {
      return described[0]?.description ?? "";
    }
    const lines = Array.from(byDescription, ([text, same]) => `${same.map(({ kind }) => kind).join(", ")}: ${text}`);
    return lines.join("\n\n");
  }

  /** Describes each value of the field that distinguishes the members of a union. */
  #describeDiscriminator(name: string, members: readonly ts.Type[]): string {
    if (members.length < 2) return "";
    const lines = members.flatMap((member) => {
      const literal = this.#literalOf(member, name);
      // The interface that declares the field: the members may extend it.
      const declarations = member.getProperty(name)?.declarations ?? [];
      const owner = declarations.find(({ parent }) => ts.isInterfaceDeclaration(parent))?.parent;
      if (literal === undefined || !owner) return [];
      return [`${literal}: ${this.#comments.descriptionOf(this.#comments.checker.getTypeAtLocation(owner).symbol)}`];
    });
    return lines.join("\n\n");
  }

  /** Returns the text that is the type of a field, as code. */
  #literalOf(member: ts.Type, name: string): string | undefined {
    const field = member.getProperty(name);
    const value = field && this.#comments.typeOf(field);
    return value?.isStringLiteral() ? `\`${value.value}\`` : undefined;
  }

  /** Returns the type inside a promise or an array, without null and undefined. */
  #unwrap(type: ts.Type): ts.Type {
    const { checker } = this.#comments;
    const [argument] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
    const name = (type.aliasSymbol ?? type.symbol)?.name ?? "";
    if (argument && ["Promise", "Array", "ReadonlyArray", "Required"].includes(name)) return this.#unwrap(argument);
    const present = checker.getNonNullableType(type);
    return present === type ? type : this.#unwrap(present);
  }
}

function isOwnType({ declarations = [] }: ts.Symbol): boolean {
  return declarations.every(
    (declaration) => declaration.getSourceFile().fileName.includes("packages/") && !ts.isTypeLiteralNode(declaration),
  );
}

function isObject(type: ts.Type): boolean {
  return (type.getFlags() & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}
