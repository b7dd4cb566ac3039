import ts from "typescript";
import { SourceComments, textOfTag } from "./source-comments.ts";
import { writeGenerated } from "./write-generated.ts";

// Writes the words of the control's OpenAPI document from the comments of the interfaces that it describes, so that they
// stand in one place. With --check it changes nothing and fails where the file is stale.

const target = "packages/server/src/remote/control-descriptions.json";
const roots = {
  groups: ["packages/server/src/control/controls.ts", ["ServerControl", "TestTools"]],
  server: ["packages/server/src/reference-server.ts", ["ReferenceServer"]],
  facts: ["packages/server/src/remote/server-routes.ts", ["ServerFacts"]],
} as const;

interface OperationWords {
  readonly description: string;
  /** Codes of the refusals, with spaces between. */
  readonly refusals?: string;
  readonly input?: string;
  readonly output?: string;
}

interface TypeWords {
  readonly description: string;
  /** What each field is. */
  readonly fields: Record<string, string>;
  /** Names of the types of the fields that have words of their own. */
  types?: Record<string, string>;
}

const comments = new SourceComments(Object.values(roots).map(([file]) => file));
const { checker } = comments;

const groups: Record<string, string> = {};
const operations: Record<string, OperationWords> = {};
const types: Record<string, TypeWords> = {};

for (const controls of typesOf(roots.groups)) {
  for (const group of checker.getPropertiesOfType(controls)) {
    const groupType = comments.typeOf(group);
    groups[group.name] = comments.wordsOf(groupType.symbol);
    for (const method of checker.getPropertiesOfType(groupType)) {
      operations[`${group.name}/${method.name}`] = operation(method, groupType);
    }
  }
}
for (const server of typesOf(roots.server)) {
  for (const name of ["seed", "snapshot", "restore", "reset"]) {
    const method = server.getProperty(name);
    if (!method) throw new Error(`ReferenceServer has no ${name}`);
    operations[`server/${name}`] = operation(method, server);
  }
}
for (const facts of typesOf(roots.facts)) {
  const output = nameOf(facts);
  operations["server/describe"] = { description: comments.wordsOf(facts.symbol), ...(output && { output }) };
}

await writeGenerated(target, `${JSON.stringify({ groups, operations, types: sorted(types) }, null, 2)}\n`);

function operation(method: ts.Symbol, group: ts.Type): OperationWords {
  const [signature] = checker.getSignaturesOfType(comments.typeOf(method), ts.SignatureKind.Call);
  if (!signature) throw new Error(`${method.name} is no method`);
  const [parameter] = signature.getParameters();
  const input = parameter && nameOf(comments.typeOf(parameter));
  const output = nameOf(signature.getReturnType());
  const refusals = refusalsOf(method, group);
  const refused = refusalOf(method);
  const see = textOfTag(method, "see");
  const description = [
    comments.wordsOf(method),
    ...(refused === undefined ? [] : [`Refused ${refused.startsWith("as ") ? "" : "with "}${refused}.`]),
    ...(see === undefined ? [] : [`See ${see}.`]),
  ].join("\n\n");
  return { description, ...(refusals && { refusals }), ...(input && { input }), ...(output && { output }) };
}

/** The codes between backticks, and those of the sibling that is named instead. */
function refusalsOf(method: ts.Symbol, group: ts.Type): string {
  const names = Array.from((refusalOf(method) ?? "").matchAll(/`(\w+)`/g), ([, name = ""]) => name);
  return names
    .flatMap((name) => {
      const sibling = group.getProperty(name);
      return sibling && sibling !== method ? [refusalsOf(sibling, group)] : [name];
    })
    .join(" ");
}

/** What a method throws, as HTTP names it. */
function refusalOf(method: ts.Symbol): string | undefined {
  const [, error, text = ""] = /^(ControlError|StateError) (.*)$/.exec(textOfTag(method, "throws") ?? "") ?? [];
  return error === "StateError" ? `\`invalid_state\` ${text}` : error && text;
}

/** Name of a type that has words of its own; they are written down on the way. */
function nameOf(given: ts.Type): string | undefined {
  const type = strip(given);
  const name = (type.aliasSymbol ?? type.symbol)?.name;
  const members = type.isUnion() ? type.types : [type];
  const isOurs = (type.aliasSymbol ?? type.symbol)?.declarations?.every(
    (declaration) => declaration.getSourceFile().fileName.includes("packages/") && !ts.isTypeLiteralNode(declaration),
  );
  if (
    !name ||
    !isOurs ||
    !members.every((member) => member.getFlags() & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
  ) {
    return undefined;
  }
  if (!types[name]) {
    const words: TypeWords = { description: comments.wordsOf(type.aliasSymbol ?? type.symbol), fields: {} };
    types[name] = words;
    for (const property of members.flatMap((member) => checker.getPropertiesOfType(member))) {
      const description = describe(property, members);
      if (description) words.fields[property.name] ??= description;
      const typeName = nameOf(comments.typeOf(property));
      if (typeName) words.types = { ...words.types, [property.name]: typeName };
    }
  }
  return name;
}

function describe(property: ts.Symbol, members: readonly ts.Type[]): string {
  const words = comments.wordsOf(property) || kindsOf(property.name, members);
  const preset = textOfTag(property, "default");
  return preset === undefined ? words : `${words} Default: ${preset}.`;
}

/** What the values of a field mean that tells the members of a union apart. */
function kindsOf(name: string, members: readonly ts.Type[]): string {
  if (members.length < 2) return "";
  const lines = members.flatMap((member) => {
    const property = member.getProperty(name);
    const value = property && comments.typeOf(property);
    const [owner] = member.isIntersection() ? member.types : [member];
    return value?.isStringLiteral() && owner ? [`\`${value.value}\`: ${comments.wordsOf(owner.symbol)}`] : [];
  });
  return lines.join("\n\n");
}

/** What a promise, an array, or something that may be null or left out is about. */
function strip(type: ts.Type): ts.Type {
  const [argument] = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
  const name = (type.aliasSymbol ?? type.symbol)?.name;
  if (argument && name && ["Promise", "Array", "ReadonlyArray", "Required"].includes(name)) return strip(argument);
  const present = checker.getNonNullableType(type);
  return present === type ? type : strip(present);
}

function typesOf([file, names]: readonly [string, readonly string[]]): ts.Type[] {
  return names.map((name) => checker.getDeclaredTypeOfSymbol(comments.exportOf(file, name)));
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
