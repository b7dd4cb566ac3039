import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@knowledge-base/internal/test-helpers/free-port.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { tryProgram } from "../../../scripts/run-program.ts";
import { createRunEnvironment } from "../../../scripts/test/test-run.ts";
import type { Block } from "../../website/blocks.ts";
import { fillIn } from "./fill-in.ts";
import { isMissing } from "./is-missing.ts";

/** The milliseconds after which a program is killed by default. */
export const timeoutMs = 60_000;

/** A folder in which programs run that call `knowledge-base-server`. It is deleted in the end. */
export interface Workplace extends AsyncDisposable {
  readonly folder: string;
  /** Has the command, from its source, and no settings of the environment of the tests. */
  readonly env: Readonly<Record<string, string>>;
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
// prints its exit code. What still runs in the end is killed.
async function runSteps(steps: readonly string[]): Promise<readonly string[]> {
  await using workplace = await openWorkplace();
  const { folder, env } = workplace;
  const blocks = steps.map((commands, index) => `{\n${commands}\n} > ${index}.out 2>&1 < /dev/null`);
  const traps = [`trap 'echo "exit code $?"' ERR`, "trap 'jobs -p | xargs kill -KILL 2> /dev/null' EXIT"];
  const script = ["set -o pipefail", ...traps, ...blocks].join("\n");
  const { output } = await tryProgram("bash", ["-c", script], folder, { env, timeout: timeoutMs });
  return steps.map((_, index) => {
    const file = join(folder, `${index}.out`);
    return existsSync(file) ? readFileSync(file, "utf8") : `Nothing was printed: ${output}`;
  });
}
