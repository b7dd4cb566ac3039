import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openServerListener } from "./open-listener.ts";
import { openConnection, parseResponses } from "./raw-connection.ts";

/** Runs a program that uses `listen` and `createReferenceServer` until it exits by itself. Returns its output. */
async function run(program: string): Promise<{ stdout: string; stderr: string }> {
  const imports = `
    import { connect } from "node:net";
    import { createReferenceServer } from "@knowledge-base/server";
    import { listen } from "@knowledge-base/server/node";
  `;
  const flags = ["--conditions=@knowledge-base/source", "--input-type=module", "--disable-warning=ExperimentalWarning"];
  return promisify(execFile)(process.execPath, [...flags, "--eval", imports + program], { timeout: 28_000 });
}

it.each([
  [
    "does not keep the process alive after it was closed",
    `const listener = await listen(createReferenceServer());
    const response = await fetch(listener.url);
    await response.text();
    await listener.close();
    for (const _turn of [1, 2]) await new Promise(setImmediate);
    console.log(response.status, process.getActiveResourcesInfo().filter((name) => /Timeout|TCPServer/.test(name)));`,
    "404 []\n",
  ],
  [
    "lets the process exit while it is open if unref is set",
    `const listener = await listen(createReferenceServer(), { unref: true });
    const idle = connect(listener.port, listener.host).unref();
    const response = await fetch(listener.url);
    await response.text();
    console.log(response.status);`,
    "404\n",
  ],
])("a listener %s", { timeout: 30_000 }, async (_name, program, stdout) => {
  expect(await run(program)).toEqual({ stdout, stderr: "" });
});

it("a client whose headers do not arrive within 10 seconds gets a response with 408", { timeout: 30_000 }, async () => {
  const connection = await openConnection(await openServerListener());
  connection.write("GET / HTTP/1.1\r\nhost");
  expect(parseResponses(await connection.rest())).toMatchObject([{ status: 408 }]);
});
