import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtempDisposable, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const copied = ["internal", "types", "sdk", "inspector", "server", "conformance"];

const contract = "packages/types/src/contract/contract.ts";
const archiveEntry = "packages/types/src/contract/pages-archive.ts";
const examples = "packages/types/src/openapi/operation-texts.ts";
const descriptions = "packages/types/src/openapi/create-operation-schemas.ts";
const document = "packages/types/src/openapi/create-open-api-document.ts";
const client = "packages/sdk/src/knowledge-base.ts";
const pages = "packages/sdk/src/resources.ts";
const tools = "packages/sdk/src/tools/contract-tools.ts";
const implementations = "packages/server/src/reference-server/operations.ts";
const rules = "packages/conformance/src/cases/response-rules.ts";
const records = "packages/conformance/src/target/records.ts";

let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;

// Copies the sources to a temporary folder, in which they are broken and compiled.
beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), "knowledge-base-"));
  const scope = join(folder.path, "node_modules/@knowledge-base");
  await mkdir(scope, { recursive: true });
  await cp(join(root, "tsconfig.json"), join(folder.path, "tsconfig.json"));
  for (const name of copied) {
    const [from, to] = [join(root, "packages", name), join(folder.path, "packages", name)];
    for (const part of ["package.json", "src"]) await cp(join(from, part), join(to, part), { recursive: true });
    if (existsSync(join(from, "node_modules"))) await symlink(join(from, "node_modules"), join(to, "node_modules"));
    await symlink(to, join(scope, name));
  }
  for (const name of await readdir(join(root, "node_modules"))) {
    const to = join(folder.path, "node_modules", name);
    if (name !== "@knowledge-base") await symlink(join(root, "node_modules", name), to);
  }
});

afterAll(() => folder.remove());

// Replaces a text in each file, compiles, restores the files, and returns the first error of each file.
async function errorsAfter(edits: Readonly<Record<string, readonly [search: string, replacement: string]>>) {
  const originals: [path: string, text: string][] = [];
  for (const [file, [search, replacement]] of Object.entries(edits)) {
    const path = join(folder.path, file);
    const original = await readFile(path, "utf8");
    expect(original).toContain(search);
    originals.push([path, original]);
    await writeFile(
      path,
      original.replace(search, () => replacement),
    );
  }
  const output = await compile();
  for (const [path, text] of originals) await writeFile(path, text);
  const errors: Record<string, string> = {};
  for (const [, file = "", message = ""] of output.matchAll(/^(.+?)\(\d+,\d+\): error (TS.+)$/gm))
    errors[file] ??= message;
  return errors;
}

function compile(): Promise<string> {
  const compiler = join(root, "node_modules/typescript7/bin/tsc");
  const args = [compiler, "-p", folder.path, "--noUnusedLocals", "false", "--pretty", "false"];
  const options = { cwd: folder.path, maxBuffer: 2 ** 26 };
  return new Promise((done) => void execFile(process.execPath, args, options, (_, output) => done(output)));
}

describe("the compiler", { timeout: 60_000 }, () => {
  const entry = `"pages.archive": pagesArchive,`;
  const isMissing = (id: string) => expect.stringContaining(`"${id}"`);

  it.each([
    { id: "pages.restore", problem: "Property 'restore' is missing", documentProblem: '"pages.restore"' },
    {
      id: "brains.get",
      problem: "Class 'KnowledgeBase' incorrectly implements",
      documentProblem: "Property 'brains' is missing",
    },
  ])(
    "rejects the contract entry $id without its method, tool, implementation, rule and texts",
    async ({ id, problem, documentProblem }) => {
      expect(await errorsAfter({ [contract]: [entry, `${entry} "${id}": pagesArchive,`] })).toEqual({
        [client]: expect.stringContaining(problem),
        [tools]: isMissing(id),
        [implementations]: isMissing(id),
        [rules]: isMissing(id),
        [examples]: isMissing(id),
        [descriptions]: isMissing(id),
        [document]: expect.stringContaining(documentProblem),
      });
    },
  );

  it("rejects an operation without its implementation or path parameter, or with those of another", async () => {
    const errors = await errorsAfter({
      [implementations]: [`unbind": bindingsUnbind`, `unbind": bindingsUpdate`],
      [archiveEntry]: ["{slug}", "{pageSlug}"],
    });
    expect(errors).toEqual({
      [client]: expect.stringContaining("in type 'KnowledgeBase' is not assignable"),
      [pages]: expect.stringContaining("Interface 'Pages' incorrectly extends interface 'ResourceMethods<\"pages\">'"),
      [implementations]: expect.stringContaining("is not assignable to type 'Endpoint<"),
      "packages/server/src/pages/page-operations.ts": expect.stringContaining("Property 'slug' does not exist"),
      [records]: expect.stringContaining('"pageSlug"'),
      [examples]: expect.stringContaining("is not assignable"),
    });
  });
});
