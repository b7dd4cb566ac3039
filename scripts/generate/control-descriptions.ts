import type { JsonSchema } from "@knowledge-base/types/openapi";
import ts from "typescript";
import {
  checker,
  declaredType,
  defaultOf,
  describeField,
  descriptionOf,
  exportsOf,
  resolve,
  tagOf,
} from "./source-comments.ts";

// What the sources say about the controls: the comments of the interfaces of their groups, inputs, outputs and records.

const server = "packages/server/src";
const serverActions = `${server}/control/server-actions.ts`;

/** The declaration of a control. */
export interface DeclaredControl {
  readonly description: string;
  /** The type of its parameter. */
  readonly input?: ts.Type | undefined;
  /** The name and the description of a parameter that isn't an object: it's the only field of the input. */
  readonly field?: { readonly name: string; readonly description: string } | undefined;
  readonly output: ts.Type;
}

/** The groups of controls, with the interface of each. */
const groups = new Map(
  ["ServerControl", "TestTools"]
    .flatMap((name) => declaredType(`${server}/control/groups.ts`, name).getProperties())
    .map((group) => [group.name, checker.getTypeOfSymbol(group)]),
);

/** The groups as tags of the document. */
export const groupTags = Array.from(groups, ([name, { symbol }]) => ({ name, description: descriptionOf(symbol) }));

/** Returns the declaration of a control, by its path below `/_control/`. */
export function declaredControl(path: string): DeclaredControl {
  const [group = "", name = ""] = path.split("/");
  const type = groups.get(group);
  if (type) return declaredMethod(type, name);
  if (path === "server/describe") return declaredOutput("ServerDescription");
  if (path === "server/changes")
    return { ...declaredOutput("ServerUpdates"), input: declaredType(serverActions, "UpdatesInput") };
  const whole = declaredMethod(declaredType(`${server}/reference-server/reference-server.ts`, "ReferenceServer"), name);
  const part = declaredMethod(declaredType(`${server}/control/state-control.ts`, "StateControl"), name);
  return { ...part, description: `${whole.description}\n\nWith the parameter \`organization\`: ${part.description}` };
}

// A control without a method. Its output says what it does.
function declaredOutput(name: string): DeclaredControl {
  const output = declaredType(serverActions, name);
  return { description: descriptionOf(output.symbol), output };
}

function declaredMethod(owner: ts.Type, name: string): DeclaredControl {
  const method = owner.getProperty(name);
  const [signature] = method ? checker.getTypeOfSymbol(method).getCallSignatures() : [];
  if (!method || !signature) throw new Error(`${owner.symbol.name} has no method ${name}`);
  const [, errors] = /^ControlError (.*)$/.exec(tagOf(method, "throws") ?? "") ?? [];
  const see = tagOf(method, "see");
  const [parameter] = signature.getParameters();
  // The comment of a parameter is like `@param id - id of the fault`.
  const [, first = "", rest = ""] = /^- (.)(.*)$/s.exec(descriptionOf(parameter)) ?? [];
  return {
    description: [
      descriptionOf(method),
      ...(errors === undefined ? [] : [`Fails ${errors.startsWith("as ") ? "" : "with "}${errors}.`]),
      ...(see === undefined ? [] : [`See ${see}.`]),
    ].join("\n\n"),
    input: parameter && checker.getTypeOfSymbol(parameter),
    field:
      parameter && first !== "" ? { name: parameter.name, description: `${first.toUpperCase()}${rest}.` } : undefined,
    output: signature.getReturnType(),
  };
}

/** Describes a component of the document by the interface of its name. */
export function describeComponent(name: string, schema: JsonSchema): JsonSchema {
  const modules = [
    `${server}/index.ts`,
    "packages/types/src/index.ts",
    serverActions,
    `${server}/basics/control-error.ts`,
  ];
  const symbol = modules.flatMap(exportsOf).find((exported) => exported.name === name);
  if (!symbol) throw new Error(`Nothing exports an interface ${name}`);
  const declared = resolve(symbol);
  const described = describeFields(schema, checker.getDeclaredTypeOfSymbol(declared));
  return { ...described, description: descriptionOf(declared) };
}

/** Describes the fields of a schema, and their fields, by the type of its values. */
export function describeFields(schema: JsonSchema, wrapped: ts.Type): JsonSchema {
  const type = unwrap(wrapped);
  const members = (type.isUnion() ? type.types : [type]).filter(isObject);
  const { properties, items, anyOf } = schema;
  const describe = ([name, field]: [string, JsonSchema]) => {
    const [declared] = members.flatMap((member) => member.getProperty(name) ?? []);
    if (!declared) return [name, field];
    const fallback = defaultOf(declared);
    const description = describeField(declared);
    const described = describeFields(field, checker.getTypeOfSymbol(declared));
    return [
      name,
      { ...described, ...(fallback !== undefined && { default: fallback }), ...(description && { description }) },
    ];
  };
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(describe)) }),
    ...(items && { items: describeFields(items, type) }),
    ...(anyOf && { anyOf: anyOf.map((member) => describeMember(member, type, members)) }),
  };
}

// Describes a member of a union, by the interface with its `kind` if it has one.
function describeMember(schema: JsonSchema, union: ts.Type, members: readonly ts.Type[]): JsonSchema {
  const kind = schema.properties?.["kind"]?.const;
  const declared = members.find((member) => literalsOf(member, "kind").some((each) => each === kind));
  const description = descriptionOf(declared?.symbol);
  return { ...describeFields(schema, declared ?? union), ...(description && { description }) };
}

// Returns the texts that a field may have.
function literalsOf(member: ts.Type, name: string): string[] {
  const field = member.getProperty(name);
  const type = field && checker.getTypeOfSymbol(field);
  return (type?.isUnion() ? type.types : [type]).flatMap((each) => (each?.isStringLiteral() ? [each.value] : []));
}

// Returns the type of the elements of a list, or of what a promise resolves with.
function unwrap(type: ts.Type): ts.Type {
  const [argument] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
  const name = (type.aliasSymbol ?? type.symbol)?.name ?? "";
  if (argument && ["Promise", "Array", "ReadonlyArray"].includes(name)) return unwrap(argument);
  const present = checker.getNonNullableType(type);
  return present === type ? type : unwrap(present);
}

function isObject(type: ts.Type): boolean {
  return (type.getFlags() & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}
