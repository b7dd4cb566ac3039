import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { openWorkplace } from "../../../packages/server/test/guide/run-steps.ts";
import { root } from "./documents.ts";
import { type Program, toDocumentLocations } from "./programs.ts";
import type { EndedModule, PrintedText } from "./run-modules.ts";
import { toolEnvironment } from "./run-tool.ts";

/** Output and end of a program. */
export interface Run {
  /** Output of each line of the program, joined by line breaks. Line 0 has the output of other code. */
  readonly printed: ReadonlyMap<number, string>;
  /** The error that it threw, or the reason why it did not end. */
  readonly error: string | undefined;
}

const moduleRunner = fileURLToPath(new URL("run-modules.ts", import.meta.url));
const timeoutMs = 60_000;

/**
 * Runs programs: those that have msw intercept requests in a process each, because it changes modules of Node, those that are
 * expected to fail in a process each as well, and all others in one process. They can run the command `knowledge-base-server`.
 */
export async function runPrograms(programs: readonly Program[]): Promise<ReadonlyMap<Program, Run>> {
  const runsAlone = ({ text, blocks: [{ exemption }] }: Program) =>
    text.includes('from "msw/node"') || exemption !== undefined;
  const alone = programs.filter(runsAlone).map((program) => [program]);
  const groups = [programs.filter((program) => !runsAlone(program)), ...alone].filter(({ length }) => length > 0);
  await using workplace = await openWorkplace();
  const { PATH } = workplace.env;
  const env = { ...toolEnvironment, PATH };
  return new Map((await Promise.all(groups.map((group) => runInOneProcess(group, env)))).flat());
}

async function runInOneProcess(programs: readonly Program[], env: NodeJS.ProcessEnv): Promise<[Program, Run][]> {
  const urlOf = ({ file }: Program) => new URL(file, root).href;
  const child = spawn(process.execPath, ["--conditions=@knowledge-base/source", moduleRunner, ...programs.map(urlOf)], {
    cwd: fileURLToPath(root),
    env,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  const [, , stderr, output] = child.stdio;
  const [[exitCode], errors, lines] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(stderr as Readable),
    text(output as Readable),
  ]);
  const events = lines
    .split("\n")
    .filter(Boolean)
    .map((line): PrintedText | EndedModule => JSON.parse(line));
  return programs.map((program) => {
    const ownEvents = events.filter(({ url }) => url === urlOf(program));
    const end = ownEvents.find((event): event is EndedModule => !("line" in event));
    const error = end ? end.error : `nothing: its process ended with ${exitCode} ${errors}`;
    const calls = ownEvents.filter((event): event is PrintedText => "line" in event);
    const printed = Map.groupBy(calls, ({ line }) => line);
    return [
      program,
      {
        printed: new Map(Array.from(printed, ([line, texts]) => [line, texts.map(({ text }) => text).join("\n")])),
        error: error && toDocumentLocations(error, [program]),
      },
    ];
  });
}
