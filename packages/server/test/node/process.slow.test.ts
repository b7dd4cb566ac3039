import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Runs a program that uses `listen` and `createReferenceServer` until it exits by itself. Returns its output. */
async function run(program: string): Promise<{ stdout: string; stderr: string }> {
  const imports = `
    import { createReferenceServer } from "@knowledge-base/server";
    import { listen } from "@knowledge-base/server/node";
  `;
  const flags = ["--conditions=@knowledge-base/source", "--input-type=module", "--disable-warning=ExperimentalWarning"];
  return promisify(execFile)(process.execPath, [...flags, "--eval", imports + program], { timeout: 28_000 });
}

it("does not keep the process alive after it was closed", { timeout: 30_000 }, async () => {
  const program = `
    const listener = await listen(createReferenceServer());
    const response = await fetch(listener.url);
    await response.text();
    await listener.close();
    console.log(response.status, process.getActiveResourcesInfo().filter((name) => /Timeout|TCPServer/.test(name)));
  `;
  expect(await run(program)).toEqual({ stdout: "404 []\n", stderr: "" });
});

it("lets the process exit while it is open if unref is set", { timeout: 30_000 }, async () => {
  const program = `
    import { connect } from "node:net";
    const listener = await listen(createReferenceServer(), {
      unref: true,
      headersTimeout: 0,
      requestTimeout: 0,
      keepAliveTimeout: 0,
    });
    const idle = connect(listener.port, listener.host).unref();
    const response = await fetch(listener.url);
    await response.text();
    console.log(response.status);
  `;
  expect(await run(program)).toEqual({ stdout: "404\n", stderr: "" });
});

it("prints nothing for any request", { timeout: 30_000 }, async () => {
  const program = `
    import { connect } from "node:net";
    const fetch = async (url) => {
      if (url.endsWith("reset")) throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });
      if (url.endsWith("reject")) throw new Error("no");
      if (url.endsWith("hang")) return new Promise(() => {});
      return new Response(new ReadableStream());
    };
    const listener = await listen({ fetch, baseUrl: "http://a" });
    for (const path of ["reset", "reject", "hang", "stall"]) {
      const socket = connect(listener.port, listener.host).on("error", () => {});
      socket.write("GET /" + path + " HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n");
      setTimeout(() => socket.resetAndDestroy(), 100);
    }
    connect(listener.port, listener.host).on("error", () => {}).end("hello\\r\\n\\r\\n");
    await new Promise((resolve) => setTimeout(resolve, 200));
    await listener.close();
  `;
  expect(await run(program)).toEqual({ stdout: "", stderr: "" });
});
