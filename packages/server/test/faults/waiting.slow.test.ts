import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Fault } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { openServer } from "../open-server.ts";
import { paths } from "./calls.ts";

/** Runs a program until it exits by itself. Returns its output. */
async function run(program: string): Promise<string> {
  const prelude = `
    import { createReferenceServer } from "@knowledge-base/server";
    const server = createReferenceServer();
    const url = server.baseUrl + "/v1/brains/brain_operations/index";
    const send = (init) => server.fetch(url, { headers: { "x-api-key": server.apiKey }, ...init });
  `;
  const flags = ["--conditions=@knowledge-base/source", "--input-type=module", "--disable-warning=ExperimentalWarning"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--eval", prelude + program], {
    timeout: 28_000,
  });
  return stdout.trim();
}

const programs: Readonly<Record<string, readonly [program: string, output: string]>> = {
  "waits for hangs until they are aborted": [
    `server.faults.add({ kind: "hang", times: 3 });
    const { signal } = new AbortController();
    const waits = [
      send({ signal: AbortSignal.timeout(300) }),
      server.fetch(new Request(url, { signal: AbortSignal.timeout(200) })),
      send({ signal: AbortSignal.any([signal, AbortSignal.timeout(100)]) }),
    ];
    for (const { reason } of await Promise.allSettled(waits)) console.log(reason.name);`,
    "TimeoutError\nTimeoutError\nTimeoutError",
  ],
  "waits for stalled bodies that are read, until they are cancelled or aborted": [
    `server.faults.add({ kind: "stalled_body", times: 3 });
    await send();
    const reader = (await send()).body.getReader();
    await reader.read();
    const rest = reader.read();
    AbortSignal.timeout(200).onabort = () => reader.cancel();
    console.log((await rest).done);
    const response = await send({ signal: AbortSignal.timeout(200) });
    console.log(await response.text().catch(({ name }) => name));`,
    "true\nTimeoutError",
  ],
};

describe.concurrent("a process", { timeout: 30_000 }, () => {
  it.concurrent.each(Object.entries(programs))("%s, and then exits", async (_, [program, output]) => {
    expect(await run(program)).toBe(output);
  });
});

/** The ways to send a request of which the caller keeps only the controller. */
const ways: Readonly<Record<string, (signal: AbortSignal, url: string) => Parameters<typeof fetch>>> = {
  "an init": (signal, url) => [url, { signal }],
  "a Request": (signal, url) => [new Request(url, { signal })],
  "a Request and an init": (signal, url) => [new Request(url, { signal }), { headers: { accept: "*/*" } }],
};

describe.each(Object.entries(ways))("a signal in %s is observed after garbage collection", (_, write) => {
  it.each<Fault>([{ kind: "hang" }, { kind: "latency", latency: 60_000 }, { kind: "stalled_body" }])(
    "during $kind",
    async (fault) => {
      const server = openServer();
      server.faults.add(fault);
      const controller = new AbortController();
      const pending = server
        .fetch(...write(controller.signal, server.baseUrl + paths.index))
        .then((response) => response.text());
      await collectGarbage();
      controller.abort("enough");
      await expect(pending).rejects.toBe("enough");
    },
  );
});
