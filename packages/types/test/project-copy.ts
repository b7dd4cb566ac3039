import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");
const scope = "@knowledge-base";
const packages = ["types", "sdk", "command-line", "inspector", "server", "conformance"];

/** Functions that change the text of files, by the path of the file. */
export type Edits = Readonly<Record<string, (text: string) => string>>;

/** A copy of the project's sources in a temporary folder, to be broken and compiled. */
export class ProjectCopy {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<ProjectCopy> {
    const folder = await mkdtemp(join(tmpdir(), "knowledge-base-"));
    await cp(join(root, "tsconfig.json"), join(folder, "tsconfig.json"));
    for (const name of packages) {
      await cp(join(root, "packages", name, "package.json"), join(folder, "packages", name, "package.json"));
      await cp(join(root, "packages", name, "src"), join(folder, "packages", name, "src"), { recursive: true });
      const ownDependencies = join(root, "packages", name, "node_modules");
      if (existsSync(ownDependencies)) await symlink(ownDependencies, join(folder, "packages", name, "node_modules"));
    }
    await linkDependencies(folder);
    return new ProjectCopy(folder);
  }

  /** Changes files, compiles the copy, restores the files, and returns one line for each error of the compiler. */
  async compile(edits: Edits): Promise<string[]> {
    const originals = new Map<string, string>();
    for (const [file, edit] of Object.entries(edits)) {
      const path = join(this.#folder, file);
      const original = await readFile(path, "utf8");
      const edited = edit(original);
      if (edited === original) throw new Error(`the edit of ${file} changes nothing`);
      originals.set(path, original);
      await writeFile(path, edited);
    }
    try {
      return (await this.#runCompiler()).split("\n").filter((line) => line.includes("error TS"));
    } finally {
      for (const [path, original] of originals) await writeFile(path, original);
    }
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  #runCompiler(): Promise<string> {
    const compiler = join(root, "node_modules/typescript7/bin/tsc");
    const args = [compiler, "-p", this.#folder, "--noUnusedLocals", "false", "--pretty", "false"];
    return new Promise((done, reject) => {
      execFile(process.execPath, args, { cwd: this.#folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
        if (error !== null && stdout === "") reject(new Error(`the compiler did not run: ${stderr}`, { cause: error }));
        else done(stdout);
      });
    });
  }
}

/** Links the installed packages, and the packages of the project to their copies. */
async function linkDependencies(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules", scope), { recursive: true });
  for (const name of packages) await symlink(join(folder, "packages", name), join(folder, "node_modules", scope, name));
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== scope) await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
}
