import { relative } from "node:path/posix";
import { type Layer, packages, type Restriction, restrictions, serverLayers } from "./boundaries.ts";
import { allowedMembers, layerRuleName } from "./import-rules.ts";

/** An import that the test of the boundaries adds to a copy of the project. */
export interface ImportCase {
  /** The rule that forbids the import, or that forbids similar imports if this one is allowed. */
  readonly rule: string;
  readonly isAllowed: boolean;
  readonly form: Form;
  /** The file that imports. Either it has only this import, or it is a file of the table. */
  readonly from: string;
  readonly specifier: string;
  /** The imported file, unless it exists anyway, and its code. */
  readonly target?: { readonly path: string; readonly code: string };
}

type Form = keyof typeof codeOfForm;
type Imported = Pick<ImportCase, "specifier" | "target">;
type Import = (from: string) => Imported;

const codeOfForm = {
  value: (name: string, specifier: string) => `import * as ${name} from "${specifier}";`,
  type: (name: string, specifier: string) => `import type * as ${name} from "${specifier}";`,
  "re-export": (name: string, specifier: string) => `export * as ${name} from "${specifier}";`,
  "re-export of types": (name: string, specifier: string) => `export type * as ${name} from "${specifier}";`,
  "typeof import()": (name: string, specifier: string) => `export type ${name} = typeof import("${specifier}");`,
  "import()": (name: string, specifier: string) => `export const ${name} = import("${specifier}");`,
  "require()": (name: string, specifier: string) => `export const ${name} = require("${specifier}");`,
  "side effect": (_: string, specifier: string) => `import "${specifier}";`,
};
const allForms = Object.keys(codeOfForm) as Form[];

const server = "packages/server/src/";
const members = serverLayers.flatMap((layer) => layer.members);
const names = Object.keys(packages);

/** Returns cases for every rule: each forbidden direction, as an import of a value and of a type, and what the rule allows. */
export function boundaryCases(): readonly ImportCase[] {
  return [
    ...importsInEveryForm(),
    ...importsInCycles(),
    ...importsOfBuiltFiles(),
    ...importsOfTests(),
    ...names.flatMap(importsOfPackages),
    ...names.flatMap(importsPastEntries),
    ...serverLayers.flatMap((layer) => layer.members.flatMap((member) => importsOfLayers(layer, member))),
    ...importsOfUnlistedFiles(),
    ...restrictions.flatMap(importsOfRestricted),
  ];
}

/** The rules do not depend on the form of an import: one forbidden import of each kind of module stands for all. */
function importsInEveryForm(): readonly ImportCase[] {
  const store = `${server}store/`;
  return [
    ...cases("server/store/", false, store, file(`${server}http/`), allForms),
    ...cases("server/store/", false, store, entry("server"), allForms),
    ...cases("only-some-files-import-ky", false, "packages/sdk/src/", () => ({ specifier: "ky" }), allForms),
    ...cases("only-some-files-import-node-modules", false, store, () => ({ specifier: "node:fs" }), allForms),
  ];
}

function importsInCycles(): readonly ImportCase[] {
  const folder = "packages/sdk/src/";
  const back = (from: string): Imported => {
    const path = from.replace("case", "imported-by-case");
    const code = importCode("type", `./${from.replace(folder, "")}`);
    return { specifier: `./${path.replace(folder, "")}`, target: { path, code } };
  };
  return [...cases("no-cycles", false, folder, back), ...cases("no-cycles", true, folder, file(`${folder}errors/`))];
}

function importsOfBuiltFiles(): readonly ImportCase[] {
  const rule = "no-built-files";
  const folders = [...names.flatMap((name) => [`packages/${name}/src/`, `packages/${name}/test/`]), "examples/"];
  return [
    ...folders.flatMap((folder) => cases(rule, false, folder, file("packages/sdk/dist/"))),
    ...folders.flatMap((folder) => cases(rule, false, folder, () => ({ specifier: "../dist/not-built.js" }))),
    ...cases(rule, true, "examples/", entry("sdk")),
  ];
}

function importsOfTests(): readonly ImportCase[] {
  const rule = "no-tests-in-sources";
  const outside = ["packages/sdk/test/", "packages/sdk/bench/", "docs/", "examples/", "scripts/"];
  return [
    ...names.flatMap((name) => outside.flatMap((folder) => cases(rule, false, `packages/${name}/src/`, file(folder)))),
    ...cases(rule, true, "packages/sdk/test/", file("scripts/")),
  ];
}

function importsOfPackages(name: string): readonly ImportCase[] {
  const rule = `package-${name}`;
  const allowed = packages[name]?.imports ?? [];
  const others = names.filter((other) => other !== name);
  return [
    ...cases(rule, true, `packages/${name}/src/`, file(`packages/${name}/src/`)),
    // In `cli/`, because only commands may import the package command-line.
    ...others.flatMap((other) => cases(rule, allowed.includes(other), `packages/${name}/src/cli/`, entry(other))),
  ];
}

function importsPastEntries(name: string): readonly ImportCase[] {
  const rule = `entries-of-${name}`;
  const others = ["docs/", "examples/", "scripts/", ...names.map((other) => `packages/${other}/test/`)];
  const outside = others.filter((folder) => !folder.startsWith(`packages/${name}/`));
  return [
    ...outside.flatMap((folder) => cases(rule, false, folder, file(`packages/${name}/src/inside/`))),
    ...outside.flatMap((folder) => cases(rule, true, folder, entry(name))),
  ];
}

function importsOfLayers(layer: Layer, member: string): readonly ImportCase[] {
  const allowed = allowedMembers(layer, member);
  const others = members.filter((other) => other !== member || !isFile(memberPath(other)));
  return others.flatMap((other) =>
    cases(layerRuleName(member), allowed.includes(other), memberPath(member), file(memberPath(other))),
  );
}

/** Files in a new folder, and files at the root with another extension than `.ts`. */
function importsOfUnlistedFiles(): readonly ImportCase[] {
  const rule = "server/unlisted-folders";
  const module = `${server}module-case.mts`;
  return [
    ...cases(rule, false, `${server}unlisted/`, file(`${server}store/`)),
    ...cases(rule, true, `${server}unlisted/`, entry("types")),
    { rule: layerRuleName("*.ts"), isAllowed: false, form: "value", from: module, ...file(`${server}http/`)(module) },
  ];
}

function importsOfRestricted({ name, only, specifier, within }: Restriction): readonly ImportCase[] {
  const rule = `only-some-files-import-${name}`;
  const sources = [...names.map((one) => `packages/${one}/src/`), ...members.map(memberPath)];
  const folders = within ? ["docs/", "examples/"] : sources.filter((folder) => !only.includes(folder));
  const allowed = only.flatMap((path) => (path === "packages/" ? "packages/server/src/" : path));
  return [
    ...folders.flatMap((folder) => cases(rule, false, folder, () => ({ specifier }))),
    ...allowed.flatMap((folder) => cases(rule, true, folder, () => ({ specifier }))),
  ];
}

let count = 0;

/** Creates a case for each form of an import, in a new file of a folder. A file of the table gets the import of a type only. */
function cases(
  rule: string,
  isAllowed: boolean,
  path: string,
  imported: Import,
  forms: readonly Form[] = isFile(path) ? ["type"] : ["value", "type"],
): readonly ImportCase[] {
  return forms.map((form) => {
    const from = isFile(path) ? path : `${path}case-${++count}.ts`;
    return { rule, isAllowed, form, from, ...imported(from) };
  });
}

export function importCode(form: Form, specifier: string): string {
  return codeOfForm[form](`imported${++count}`, specifier);
}

function entry(name: string): Import {
  return () => ({ specifier: `@knowledge-base/${name}` });
}

/** Imports a new file of a folder, or a file of the table. */
function file(to: string): Import {
  return (from) => {
    const path = isFile(to) ? to : `${to}imported.ts`;
    const specifier = relative(from.replace(/\/[^/]+$/, ""), path);
    return { specifier: specifier.startsWith(".") ? specifier : `./${specifier}`, target: { path, code: "" } };
  };
}

function memberPath(member: string): string {
  return member === "*.ts" ? server : `${server}${member}`;
}

function isFile(path: string): boolean {
  return path.endsWith(".ts");
}
