import ts from "typescript";
import { type SourceComments, tagOf } from "./source-comments.ts";

const groupsFile = "packages/server/src/control/server-control.ts";
const serverFile = "packages/server/src/reference-server.ts";
const recordsFile = "packages/server/src/control/organization-records.ts";
const routesFile = "packages/server/src/control-api/control-routes.ts";
export const controlFiles = [groupsFile, serverFile, recordsFile, routesFile];

interface OperationDescription {
  readonly description: string;
  /** Codes of its errors, separated by spaces. */
  readonly errorCodes?: string;
  /** Name of the type of the input, if it is a described type. */
  readonly input?: string;
  /** Name of the type of the output or of its elements, if it is a described type. */
  readonly output?: string;
}

interface TypeDescription {
  readonly description: string;
  readonly fields: Record<string, string>;
  /** Names of the types of the fields that are described types themselves. */
  types?: Record<string, string>;
}

/** Returns the descriptions of the controls and their types, from the interfaces of the control groups. */
export function describeControls(comments: SourceComments) {
  return new ControlDescriber(comments).describe();
}

class ControlDescriber {
  readonly #comments: SourceComments;
  readonly #types: Record<string, TypeDescription> = {};

  constructor(comments: SourceComments) {
    this.#comments = comments;
  }

  describe() {
    const groups: Record<string, string> = {};
    const operations: Record<string, OperationDescription> = {};
    for (const { name, type } of this.#groups()) {
      groups[name] = this.#comments.descriptionOf(type.symbol);
      for (const method of this.#comments.checker.getPropertiesOfType(type)) {
        operations[`${name}/${method.name}`] = this.#describeMethod(method, type);
      }
    }
    for (const name of ["seed", "snapshot", "restore", "reset"]) {
      operations[`server/${name}`] = this.#describeServerMethod(name);
    }
    const description = this.#comments.declaredType(routesFile, "ServerDescription");
    const output = this.#nameOf(description);
    operations["server/describe"] = {
      description: this.#comments.descriptionOf(description.symbol),
      ...(output !== undefined && { output }),
    };
    const types = Object.entries(this.#types).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return { groups, operations, types: Object.fromEntries(types) };
  }

  /** Describes a method that a server has, and its organizations as well. */
  #describeServerMethod(name: string): OperationDescription {
    const [ofServer, ofOrganization] = [
      this.#comments.declaredType(serverFile, "ReferenceServer"),
      this.#comments.declaredType(recordsFile, "OrganizationRecords"),
    ].map((owner) => {
      const method = owner.getProperty(name);
      if (!method) throw new Error(`There is no method ${name}`);
      return this.#describeMethod(method, owner);
    });
    const errorCodes = [ofServer?.errorCodes, ofOrganization?.errorCodes].filter(Boolean).join(" ");
    return {
      ...ofServer,
      description: `${ofServer?.description}\n\nWith the parameter \`organization\`: ${ofOrganization?.description}`,
      ...(errorCodes !== "" && { errorCodes }),
    };
  }

  #groups(): { readonly name: string; readonly type: ts.Type }[] {
    return ["ServerControl", "TestTools"].flatMap((name) =>
      this.#comments.checker
        .getPropertiesOfType(this.#comments.declaredType(groupsFile, name))
        .map((group) => ({ name: group.name, type: this.#comments.typeOf(group) })),
    );
  }

  #describeMethod(method: ts.Symbol, group: ts.Type): OperationDescription {
    const methodType = this.#comments.typeOf(method);
    const [signature] = this.#comments.checker.getSignaturesOfType(methodType, ts.SignatureKind.Call);
    if (!signature) throw new Error(`${method.name} is not a method`);
    const [parameter] = signature.getParameters();
    const errors = errorsOf(method);
    const see = tagOf(method, "see");
    const description = [
      this.#comments.descriptionOf(method),
      ...(errors === undefined ? [] : [`Fails ${errors.startsWith("as ") ? "" : "with "}${errors}.`]),
      ...(see === undefined ? [] : [`See ${see}.`]),
    ].join("\n\n");
    const errorCodes = errorCodesOf(method, group).join(" ");
    const input = parameter && this.#nameOf(this.#comments.typeOf(parameter));
    const output = this.#nameOf(signature.getReturnType());
    return {
      description,
      ...(errorCodes !== "" && { errorCodes }),
      ...(input !== undefined && { input }),
      ...(output !== undefined && { output }),
    };
  }

  /** Returns the name of a described type, and adds its description to the types. */
  #nameOf(wrapped: ts.Type): string | undefined {
    const type = this.#unwrap(wrapped);
    const symbol = type.aliasSymbol ?? type.symbol;
    const members = type.isUnion() ? type.types : [type];
    if (!symbol || !isOwnType(symbol) || !members.every(isObject)) return undefined;
    if (!this.#types[symbol.name]) this.#types[symbol.name] = this.#describeType(symbol, members);
    return symbol.name;
  }

  #describeType(symbol: ts.Symbol, members: readonly ts.Type[]): TypeDescription {
    const fields: Record<string, string> = {};
    const types: Record<string, string> = {};
    for (const field of members.flatMap((member) => this.#comments.checker.getPropertiesOfType(member))) {
      const description = this.#describeField(field.name, members) || this.#describeDiscriminator(field.name, members);
      if (description) fields[field.name] ??= description;
      const typeName = this.#nameOf(this.#comments.typeOf(field));
      if (typeName !== undefined) types[field.name] = typeName;
    }
    const description = this.#comments.descriptionOf(symbol);
    return { description, fields, ...(Object.keys(types).length > 0 && { types }) };
  }

  /** Describes a field. If the descriptions of the members of a union differ, each begins with the kinds of its members. */
  #describeField(name: string, members: readonly ts.Type[]): string {
    const kinds = new Map<string, string[]>();
    for (const member of members) {
      const field = member.getProperty(name);
      const description = field && this.#comments.describeField(field);
      if (description) kinds.set(description, [...(kinds.get(description) ?? []), ...this.#kindOf(member)]);
    }
    if (kinds.size === 1 || [...kinds.values()].some(({ length }) => length === 0)) return [...kinds.keys()][0] ?? "";
    return Array.from(kinds, ([description, names]) => `${names.join(", ")}: ${description}`).join("\n\n");
  }

  #kindOf(member: ts.Type): string[] {
    const field = member.getProperty("kind");
    const value = field && this.#comments.typeOf(field);
    return value?.isStringLiteral() ? [`\`${value.value}\``] : [];
  }

  /** Describes each value of the field that distinguishes the members of a union. */
  #describeDiscriminator(name: string, members: readonly ts.Type[]): string {
    if (members.length < 2) return "";
    const lines = members.flatMap((member) => {
      const field = member.getProperty(name);
      const value = field && this.#comments.typeOf(field);
      // The interface that declares the field: the members may extend it.
      const owner = field?.declarations?.find(({ parent }) => ts.isInterfaceDeclaration(parent))?.parent;
      if (!value?.isStringLiteral() || !owner) return [];
      const description = this.#comments.descriptionOf(this.#comments.checker.getTypeAtLocation(owner).symbol);
      return [`\`${value.value}\`: ${description}`];
    });
    return lines.join("\n\n");
  }

  /** Returns the type inside a promise or an array, without null and undefined. */
  #unwrap(type: ts.Type): ts.Type {
    const { checker } = this.#comments;
    const [argument] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
    const name = (type.aliasSymbol ?? type.symbol)?.name;
    if (argument && name && ["Promise", "Array", "ReadonlyArray", "Required"].includes(name)) {
      return this.#unwrap(argument);
    }
    const present = checker.getNonNullableType(type);
    return present === type ? type : this.#unwrap(present);
  }
}

/** Returns the errors that a method throws, with the names that they have over HTTP. */
function errorsOf(method: ts.Symbol): string | undefined {
  const [, error, text = ""] = /^(ControlError|StateError) (.*)$/.exec(tagOf(method, "throws") ?? "") ?? [];
  return error === "StateError" ? `\`invalid_state\` ${text}` : error && text;
}

/** Returns the codes in backticks. A method in backticks is replaced by its own codes. */
function errorCodesOf(method: ts.Symbol, group: ts.Type): string[] {
  const names = Array.from((errorsOf(method) ?? "").matchAll(/`(\w+)`/g), ([, name = ""]) => name);
  return names.flatMap((name) => {
    const sibling = group.getProperty(name);
    return sibling && sibling !== method ? errorCodesOf(sibling, group) : [name];
  });
}

function isOwnType({ declarations = [] }: ts.Symbol): boolean {
  return declarations.every(
    (declaration) => declaration.getSourceFile().fileName.includes("packages/") && !ts.isTypeLiteralNode(declaration),
  );
}

function isObject(type: ts.Type): boolean {
  return (type.getFlags() & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}
