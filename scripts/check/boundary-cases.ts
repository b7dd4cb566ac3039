import { relative } from "node:path/posix";
import { type Layer, packages, type Restriction, restrictions, serverLayers } from "./boundaries.ts";
import { allowedMembers, layerRuleName } from "./import-rules.ts";

/** An import that the test of the boundaries adds to a copy of the project. */
export interface ImportCase {
  /** The rule that forbids the import, or that would forbid it if it were another. */
  readonly rule: string;
  readonly isAllowed: boolean;
  readonly form: Form;
  /** The file that imports. Either it has only this import, or it is a file of the table. */
  readonly from: string;
  readonly specifier: string;
  /** The imported file, unless it is there anyway, and what it imports. */
  readonly target?: { readonly path: string; readonly code: string };
}

type Form = "value" | "type";
type Imported = Pick<ImportCase, "specifier" | "target">;
type Import = (from: string) => Imported;

const server = "packages/server/src/";
const members = serverLayers.flatMap((layer) => layer.members);
const names = Object.keys(packages);

/** Returns cases for every rule: each forbidden direction, as an import of a value and of a type, and what the rule allows. */
export function boundaryCases(): readonly ImportCase[] {
  return [
    ...importsInCycles(),
    ...importsOfTests(),
    ...names.flatMap(importsOfPackages),
    ...names.flatMap(importsPastEntries),
    ...serverLayers.flatMap((layer) => layer.members.flatMap((member) => importsOfLayers(layer, member))),
    ...restrictions.flatMap(importsOfRestricted),
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
function cases(rule: string, isAllowed: boolean, path: string, imported: Import): readonly ImportCase[] {
  const forms: readonly Form[] = isFile(path) ? ["type"] : ["value", "type"];
  return forms.map((form) => {
    const from = isFile(path) ? path : `${path}case-${++count}.ts`;
    return { rule, isAllowed, form, from, ...imported(from) };
  });
}

export function importCode(form: Form, specifier: string): string {
  return `${form === "type" ? "import type" : "import"} * as imported${++count} from "${specifier}";`;
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
