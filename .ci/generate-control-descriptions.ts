import { readFile, writeFile } from "node:fs/promises";
import ts from "typescript";

// Writes the words of the control's OpenAPI document from the comments of the interfaces that it describes, so that they
// stand in one place. With --check it changes nothing and fails where the file is stale.

const target = "packages/server/src/remote/control-descriptions.json";
const roots = {
  groups: ["packages/server/src/control/controls.ts", ["Control", "Controls"]],
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

const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ".");
const program = ts.createProgram(
  Object.values(roots).map(([file]) => file),
  options,
);
const checker = program.getTypeChecker();

const groups: Record<string, string> = {};
const operations: Record<string, OperationWords> = {};
const types: Record<string, TypeWords> = {};

for (const controls of typesOf(roots.groups)) {
  for (const group of checker.getPropertiesOfType(controls)) {
    const groupType = typeOf(group);
    groups[group.name] = wordsOf(groupType.symbol);
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
  operations["server/describe"] = { description: wordsOf(facts.symbol), ...(output && { output }) };
}

await write(`${JSON.stringify({ groups, operations, types: sorted(types) }, null, 2)}\n`);

function operation(method: ts.Symbol, group: ts.Type): OperationWords {
  const [signature] = checker.getSignaturesOfType(typeOf(method), ts.SignatureKind.Call);
  if (!signature) throw new Error(`${method.name} is no method`);
  const [parameter] = signature.getParameters();
  const input = parameter && nameOf(typeOf(parameter));
  const output = nameOf(signature.getReturnType());
  const refusals = refusalsOf(method, group);
  const refused = refusalOf(method);
  const see = textOfTag(method, "see");
  const description = [
    wordsOf(method),
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
    const words: TypeWords = { description: wordsOf(type.aliasSymbol ?? type.symbol), fields: {} };
    types[name] = words;
    for (const property of members.flatMap((member) => checker.getPropertiesOfType(member))) {
      const description = describe(property, members);
      if (description) words.fields[property.name] ??= description;
      const typeName = nameOf(typeOf(property));
      if (typeName) words.types = { ...words.types, [property.name]: typeName };
    }
  }
  return name;
}

function describe(property: ts.Symbol, members: readonly ts.Type[]): string {
  const words = wordsOf(property) || kindsOf(property.name, members);
  const preset = textOfTag(property, "default");
  return preset === undefined ? words : `${words} Default: ${preset}.`;
}

/** What the values of a field mean that tells the members of a union apart. */
function kindsOf(name: string, members: readonly ts.Type[]): string {
  if (members.length < 2) return "";
  const lines = members.flatMap((member) => {
    const property = member.getProperty(name);
    const value = property && typeOf(property);
    const [owner] = member.isIntersection() ? member.types : [member];
    return value?.isStringLiteral() && owner ? [`\`${value.value}\`: ${wordsOf(owner.symbol)}`] : [];
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
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`There is no module ${file}`);
  const exports = checker.getExportsOfModule(module);
  return names.map((name) => {
    const symbol = exports.find((candidate) => candidate.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  });
}

function typeOf(symbol: ts.Symbol): ts.Type {
  return checker.getTypeOfSymbol(symbol);
}

function wordsOf(symbol: ts.Symbol | undefined): string {
  return plain(ts.displayPartsToString(symbol?.getDocumentationComment(checker)));
}

/** Text of the first tag of a name, without a full stop. The compiler would take a link for the type of what is thrown. */
function textOfTag(symbol: ts.Symbol, name: string): string | undefined {
  const comments = (symbol.declarations ?? []).flatMap((declaration) =>
    ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc),
  );
  const [, tag = ""] = comments.flatMap((comment) => comment.getText().split(`* @${name} `));
  const [text = ""] = tag.split(/\n\s*\* @|\s*\*\//);
  return text === "" ? undefined : plain(text.replaceAll(/\n\s*\* */g, "\n")).replace(/\.$/, "");
}

/** Takes links and the line breaks of the source out. */
function plain(text: string): string {
  return text
    .replaceAll(/\{@link (\w+)\s*\}/g, "$1")
    .replaceAll(/(?<!\n)\n(?!\n)/g, " ")
    .trim();
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function write(text: string): Promise<void> {
  const present = await readFile(target, "utf8").catch(() => "");
  if (present === text) return;
  if (!process.argv.includes("--check")) return writeFile(target, text);
  console.error(`${target} is stale. Run npm run docs:generate.`);
  process.exitCode = 1;
}
