import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { fillIn } from "../../../packages/internal/test/helpers/fill-in.ts";
import { freePort } from "../../../packages/internal/test/helpers/free-port.ts";
import { isMissing } from "../../../packages/internal/test/helpers/is-missing.ts";
import { createRunEnvironment } from "../../../scripts/test/test-run.ts";
import type { Block } from "../../website/blocks.ts";

/** The milliseconds after which a program is killed by default. */
export const timeoutMs = 60_000;

/** A folder in which programs run that call `knowledge-base-server`. It is deleted in the end. */
export interface Workplace extends AsyncDisposable {
  readonly folder: string;
  /** Has the command, from its source, and no settings of the environment of the tests. */
  readonly env: Readonly<Record<string, string>>;
}

/** The result of a program. */
export interface Ended {
  /** Its standard output and error output. */
  readonly output: string;
  /** Its exit code; null if it timed out. */
  readonly exitCode: number | null;
}

const cli = fileURLToPath(new URL("../../../packages/server/src/cli.ts", import.meta.url));

/** Creates an empty working directory. */
export async function openWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-base-guide-"));
  const command = join(folder, "knowledge-base-server");
  const flags = "--conditions=@knowledge-base/source --disable-warning=ExperimentalWarning";
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' ${flags} '${cli}' "$@"\n`);
  await chmod(command, 0o755);
  const { PATH, ...environment } = createRunEnvironment();
  const env = { ...environment, PATH: `${folder}:${PATH}`, HOME: folder, LC_ALL: "C", NO_PROXY: "*" };
  return { folder, env, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Commands of a document, and the output that is shown below them. */
interface Step extends Block {
  readonly shownOutput: Block | undefined;
}

/** Returns the blocks with commands, each with the output that is shown below it. */
export function stepsIn(blocks: readonly Block[]): Step[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const shownOutput = next && ["json", "text"].includes(next.language) ? next : undefined;
    return block.language === "sh" ? [{ ...block, shownOutput }] : [];
  });
}

/** Has a test for the output of each step of a document. A free port replaces 4000, which may be in use. */
export function testSteps(name: string, steps: readonly Step[]): void {
  describe.skipIf(isMissing("bash", "curl"))(name, () => {
    let outputs: readonly string[] = [];
    let port = "";

    beforeAll(async () => {
      port = String(await freePort());
      outputs = await runSteps(steps.map(({ text }) => text.replaceAll("4000", port)));
    }, timeoutMs + 10_000);

    it.each(steps.map((step, index) => ({ ...step, index })))(
      "shows the output of the commands in line $line of $document",
      ({ shownOutput, index }) => {
        const expected = shownOutput && { ...shownOutput, text: shownOutput.text.replaceAll("4000", port) };
        const { shown, printed } = fillIn(expected, outputs[index] ?? "");
        expect(printed).toStrictEqual(shown);
      },
    );
  });
}

// Runs blocks of commands in one shell, one after the other, and returns the output of each, errors included. A command that fails
// prints its exit code.
async function runSteps(steps: readonly string[]): Promise<readonly string[]> {
  await using workplace = await openWorkplace();
  const blocks = steps.map((commands, index) => `{\n${commands}\n} > ${index}.out 2>&1 < /dev/null`);
  const script = ["set -o pipefail", `trap 'echo "exit code $?"' ERR`, ...blocks];
  const { output } = await runProgram("bash", ["-c", script.join("\n")], workplace);
  return await Promise.all(
    steps.map((_, index) =>
      readFile(join(workplace.folder, `${index}.out`), "utf8").catch(
        (error: unknown) => `Nothing was printed: ${String(error)} ${output}`,
      ),
    ),
  );
}

/** Runs a program until it ends or times out. Processes that it leaves running are killed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { folder, env }: Pick<Workplace, "folder" | "env">,
  limitMs = timeoutMs,
): Promise<Ended> {
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => chunks.push(text));
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // All its processes have ended.
    }
  };
  const timer = setTimeout(endGroup, limitMs);
  try {
    const [exitCode]: (number | null)[] = await once(child, "exit");
    return { output: chunks.join(""), exitCode: exitCode ?? null };
  } finally {
    clearTimeout(timer);
    endGroup();
  }
}
