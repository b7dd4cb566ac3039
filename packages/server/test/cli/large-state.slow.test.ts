import { readFile, stat } from "node:fs/promises";
import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { buildState } from "../helpers/open-server.ts";
import { createStateFile, startServer } from "../helpers/server-run.ts";

it("--state doesn't save a state that is too large, and keeps the file", async () => {
  const path = await createStateFile(buildState());
  const server = await startServer(["--state", path]);
  const { control } = await connect(server.url);
  const body = "x".repeat(33 * 1024 * 1024);
  for (const title of ["a", "b"]) await control.pages.create({ brainId: "brain_tides", title, body });
  const { code, stderr } = await server.stop();
  expect(code).toBe(1);
  expect(stderr).toContain(`Failed to save ${path}: Failed to write a state: it is larger than 64 MiB.`);
  expect((await stat(path)).size).toBeLessThan(64 * 1024 * 1024);
  expect(JSON.parse(await readFile(path, "utf8")).brains).toHaveLength(3);
});
