import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

/** Runs a program until it exits by itself. Returns its output. */
async function run(program: string): Promise<string> {
  const prelude = `
    import { createReferenceServer } from "@knowledge-base/server";
    import { setTimeout as pass } from "node:timers/promises";
    const server = createReferenceServer();
    const url = server.baseUrl + "/v1/brains/brain_operations/index";
    const send = (init) => server.fetch(url, { headers: { "x-api-key": server.apiKey }, ...init });
  `;
  const flags = ["--conditions=@knowledge-base/source", "--input-type=module", "--disable-warning=ExperimentalWarning"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--eval", prelude + program], {
    timeout: 28_000,
  });
  return stdout;
}

describe.concurrent("a process", { timeout: 30_000 }, () => {
  it.concurrent("waits for a hang until it is aborted, and then exits", async () => {
    const program = `
      server.faults.add({ kind: "hang", times: 3 });
      const init = { headers: { "x-api-key": server.apiKey } };
      const { signal } = new AbortController();
      const waits = [
        send({ signal: AbortSignal.timeout(300) }),
        server.fetch(new Request(url, { ...init, signal: AbortSignal.timeout(200) })),
        send({ signal: AbortSignal.any([signal, AbortSignal.timeout(100)]) }),
      ];
      for (const { reason } of await Promise.allSettled(waits)) console.log(reason.name);
    `;
    expect(await run(program)).toBe("TimeoutError\n".repeat(3));
  });

  it.concurrent("waits for the rest of a body that stalls until it is aborted, and then exits", async () => {
    const program = `
      server.faults.add({ kind: "stalled_body" });
      const response = await send({ signal: AbortSignal.timeout(200) });
      console.log(await response.text().catch(({ name }) => name));
    `;
    expect(await run(program)).toBe("TimeoutError\n");
  });

  it.concurrent("waits for the rest of a body that stalls until it is cancelled", async () => {
    const program = `
      server.faults.add({ kind: "stalled_body" });
      const reader = (await send()).body.getReader();
      await reader.read();
      const rest = reader.read();
      AbortSignal.timeout(200).onabort = () => reader.cancel();
      console.log((await rest).done);
    `;
    expect(await run(program)).toBe("true\n");
  });

  it.concurrent("exits although a body that stalls is never read", async () => {
    const program = `
      server.faults.add({ kind: "stalled_body" });
      console.log((await send()).status);
    `;
    expect(await run(program)).toBe("404\n");
  });

  it.concurrent("exits after a reset although something still waits", async () => {
    const program = `
      server.faults.add({ kind: "hang", times: 2 });
      const wait = send();
      await pass(100);
      server.reset();
      server.faults.add({ kind: "hang" });
      const controller = new AbortController();
      const other = send({ signal: controller.signal });
      await pass(100);
      controller.abort();
      console.log(await other.catch(({ name }) => name));
    `;
    expect(await run(program)).toBe("AbortError\n");
  });

  it.concurrent("that only intercepts requests with msw waits, too", async () => {
    const program = `
      const { createHandlers } = await import("@knowledge-base/server/msw");
      const { setupServer } = await import("msw/node");
      const interception = setupServer(...createHandlers(server));
      interception.listen();
      server.faults.add({ kind: "hang" });
      const wait = fetch(url, { headers: { "x-api-key": server.apiKey }, signal: AbortSignal.timeout(200) });
      console.log(await wait.catch(({ name }) => name));
      interception.close();
    `;
    expect(await run(program)).toBe("TimeoutError\n");
  });
});
