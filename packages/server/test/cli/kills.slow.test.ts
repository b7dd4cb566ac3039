import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createReferenceServer, type StateInput } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { ChildProcessRun, nodeCommandLine } from "../../../internal/test/helpers/child-process-run.ts";

const commandLine = [...nodeCommandLine(new URL("../../src/cli.ts", import.meta.url)), "--json", "--port=0"];

// Kills a command while it changes its state, and returns the milliseconds since the oldest change that is lost.
async function killWhileWriting(path: string): Promise<number> {
  await using command = new ChildProcessRun([...commandLine, "--state", path]);
  await command.waitForOutput("\n");
  const { url } = JSON.parse(command.stdout) as { readonly url: string };
  const { control } = await connect(url);
  const acknowledged: { readonly id: string; readonly at: number }[] = [];
  const writing = (async () => {
    for (;;) {
      const { id } = await control.brains.create({ name: "Tide" });
      acknowledged.push({ id, at: performance.now() });
    }
  })();
  writing.catch(() => {});
  await setTimeout(2000 + Math.random() * 1500);
  command.child.kill("SIGKILL");
  const killedAt = performance.now();
  await command.ended.catch(() => {});
  const { brains } = createReferenceServer({ seed: JSON.parse(await readFile(path, "utf8")) as StateInput }).snapshot();
  const saved = new Set(brains.map(({ id }) => id));
  const lost = acknowledged.find(({ id }) => !saved.has(id));
  return lost ? killedAt - lost.at : 0;
}

it("--state loses no change of more than two seconds if the command is killed, and its file is complete", {
  timeout: 120_000,
}, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "knowledge-base-"));
  const path = join(folder.path, "state.json");
  expect(await killWhileWriting(path)).toBeLessThan(2000);
  // The next command begins with what the killed one has left.
  expect(await killWhileWriting(path)).toBeLessThan(2000);
});
