import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packages, restrictions, serverLayers } from "./boundaries.ts";
import { boundaryCases, type ImportCase, importCode } from "./boundary-cases.ts";
import { importRules, publicFiles } from "./import-rules.ts";

const root = resolve(import.meta.dirname, "../..");
const cases = boundaryCases();

interface Violation {
  readonly from: string;
  readonly unresolvedTo: string;
  readonly rule: { readonly name: string };
}

let copy: string;
let violations: readonly Violation[];

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "boundaries-"));
  copyProject();
  for (const { from, form, specifier, target } of cases) {
    addCode(from, importCode(form, specifier));
    if (target) addCode(target.path, target.code);
  }
  violations = findViolations();
}, 120_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("a forbidden import is reported", () => {
  it.each(cases.filter(({ isAllowed }) => !isAllowed))("$rule: $from imports $specifier ($form)", (forbidden) => {
    expect(rulesBrokenBy(forbidden)).toContain(forbidden.rule);
  });
});

describe("an allowed import passes", () => {
  it.each(cases.filter(({ isAllowed }) => isAllowed))("$rule: $from imports $specifier ($form)", (allowed) => {
    // Files of the table import one another in forbidden directions too, which makes cycles.
    const isCycle = (rule: string) => rule === "no-cycles" && allowed.rule !== rule;
    expect(rulesBrokenBy(allowed).filter((rule) => !isCycle(rule))).toEqual([]);
  });
});

// The cases come from the table, so they would not notice if the table allowed one of these.
it.each([
  ["package-sdk", "@knowledge-base/server"],
  ["package-server", "@knowledge-base/sdk"],
  ["package-conformance", "@knowledge-base/server"],
  ["server/http/", "../adapters/imported.ts"],
  ["server/operations/", "../http/imported.ts"],
  ["server/operations/", "../control/imported.ts"],
  ["server/control/", "../http/imported.ts"],
  ["server/control/", "../operations/imported.ts"],
  ["server/store/", "../control/imported.ts"],
  ["server/store/", "../operations/imported.ts"],
])("the table forbids that %s imports %s", (rule, specifier) => {
  expect(cases).toContainEqual(expect.objectContaining({ rule, specifier, isAllowed: false }));
});

it("has a forbidden and an allowed import for every rule", () => {
  const rules = importRules(root).map(({ name }) => name);
  const named = (isAllowed: boolean) =>
    new Set(cases.filter((one) => one.isAllowed === isAllowed).map(({ rule }) => rule));
  expect([...named(false)].toSorted()).toEqual(rules.toSorted());
  expect([...named(true)].toSorted()).toEqual(rules.toSorted());
});

it("has every package and every layer of the table", () => {
  expect(publicFiles(root).map(({ name }) => name)).toEqual(Object.keys(packages).toSorted());
  const members = serverLayers.flatMap(({ members }) => members).filter((member) => member !== "*.ts");
  expect(members.filter((member) => !existsSync(`${root}/packages/server/src/${member}`))).toEqual([]);
});

/** Copies the sources of the packages, and links them to one another and to their dependencies. */
function copyProject(): void {
  for (const file of ["tsconfig.json", "package.json"]) cpSync(join(root, file), join(copy, file));
  mkdirSync(join(copy, "node_modules/@knowledge-base"), { recursive: true });
  for (const name of Object.keys(packages)) {
    const folder = join(copy, "packages", name);
    for (const part of ["src", "package.json"]) {
      cpSync(join(root, "packages", name, part), join(folder, part), { recursive: true });
    }
    symlinkSync(folder, join(copy, "node_modules/@knowledge-base", name));
  }
  for (const { specifier } of restrictions) {
    const installed = join(root, "node_modules", specifier);
    const link = join(copy, "node_modules", specifier);
    if (specifier.startsWith("@knowledge-base/") || !existsSync(installed)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(installed, link);
  }
}

function addCode(path: string, code: string): void {
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${code}\n`);
}

function findViolations(): readonly Violation[] {
  const tool = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const configuration = join(root, "scripts/check/dependency-cruiser.config.ts");
  const args = [tool, "--config", configuration, "--output-type", "json", "packages", "docs", "examples", "scripts"];
  const output = execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 28 });
  return JSON.parse(output).summary.violations;
}

function rulesBrokenBy({ from, specifier }: ImportCase): readonly string[] {
  const found = violations.filter(
    (violation) => violation.from === from && violation.unresolvedTo === specifier.replace("node:", ""),
  );
  return found.map(({ rule }) => rule.name);
}
