import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { OpenApiDocument } from "@knowledge-base/types/openapi";
import { installedPath } from "./run-installed-program.ts";

/** A violation of the document. */
export interface Finding {
  readonly level: "error" | "warning" | "note";
  readonly message: string;
  readonly method: string;
  readonly path: string;
  /** Status of the response. */
  readonly status: number;
  readonly target: "request" | "response";
}

export interface Exchange {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number; readonly content: { readonly mimeType: string } };
}

/** Requests and responses that a proxy passed on, and the violations that it found. */
export interface Traffic {
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
}

/**
 * Sends requests through a proxy that validates them and their responses against an OpenAPI document, without changing
 * them. It does not validate the parameters and the body of a request whose response is a 4xx.
 */
export async function recordTraffic(
  document: OpenApiDocument,
  target: string,
  send: (url: string) => Promise<unknown>,
): Promise<Traffic> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-base-traffic-"));
  const api = join(folder, "openapi.json");
  const har = join(folder, "traffic.har");
  await writeFile(api, JSON.stringify(document));
  const proxy = startProxy(`--api=${api}`, `--target=${target}`, `--har=${har}`);
  try {
    const report = text(proxy.stdout);
    await send(await waitForUrl(proxy));
    proxy.kill("SIGINT");
    const findings = readReport(await report);
    const { log }: { log: { entries: Exchange[] } } = JSON.parse(await readFile(har, "utf8"));
    return { exchanges: log.entries, findings };
  } finally {
    proxy.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

type Proxy = ChildProcessByStdio<null, Readable, Readable>;

function startProxy(...flags: readonly string[]): Proxy {
  const program = installedPath("@redocly/cli/bin/cli.js");
  // Without --ignore-headers it reports the header of the key, and those that every client sends, as undocumented.
  const always = ["--port=0", "--match-mode=basepath", "--ignore-headers=*", "--format=sarif"];
  return spawn(process.execPath, [program, "proxy", ...always, ...flags], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Resolves with the URL of the proxy as soon as it listens. Reads its later output too, so that the pipe never fills up. */
function waitForUrl({ stderr }: Proxy): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    stderr.on("data", (bytes: Buffer) => {
      output += bytes.toString();
      const [, url] = /Proxy listening on (http:\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    stderr.once("end", () => reject(new Error(`The proxy ended before it listened. It printed ${output}`)));
  });
}

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly level: Finding["level"];
      readonly message: { readonly text: string };
      readonly properties: Omit<Finding, "level" | "message">;
    }[];
  }[];
}

function readReport(report: string): Finding[] {
  const { runs }: Sarif = JSON.parse(report);
  return runs.flatMap(({ results }) =>
    results.map(({ level, message, properties: { method, path, status, target } }) => ({
      level,
      message: message.text,
      method,
      path,
      status,
      target,
    })),
  );
}
