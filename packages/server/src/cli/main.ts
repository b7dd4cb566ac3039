import { readFile } from "node:fs/promises";
import { listen } from "../node/listen.ts";
import { ListenError } from "../node/listen-error.ts";
import type { Listener } from "../node/listener.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { withControl } from "../remote/with-control.ts";
import { CommandError, exitCodes } from "./exit-codes.ts";
import { help } from "./flags.ts";
import { logRequests } from "./log-requests.ts";
import { openServer } from "./open-server.ts";
import { readSettings, type Settings } from "./settings.ts";
import { checkWritable, writeStateFile } from "./state-file.ts";
import { listenForStop } from "./stop-signal.ts";

/** Runs the command `knowledge-base-server` of the package with a manifest, and tells its exit code. */
export async function main(args: readonly string[], manifest: URL): Promise<number> {
  // Whoever reads the output may leave early.
  process.stdout.on("error", () => {});
  try {
    const settings = readSettings(args);
    if (settings.help) print(help().trimEnd());
    else if (settings.version) print(await versionOf(manifest));
    else await serve(settings);
    return exitCodes.stopped;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`knowledge-base-server: ${error.message}\n`);
    return error.exitCode;
  }
}

async function serve(settings: Settings): Promise<void> {
  using stop = listenForStop();
  const { exportFile } = settings;
  if (exportFile !== undefined) await checkWritable(exportFile);
  const server = await openServer(settings);
  const listener = await openListener(server, settings);
  print(settings.json ? readyJson(server, listener) : readyLines(server, listener));

  await stop.first;
  const closed = listener.close();
  void stop.second.then(() => listener.close({ timeout: 0 }));
  await closed;
  if (exportFile !== undefined) await writeStateFile(exportFile, server.snapshot());
}

async function openListener(server: ReferenceServer, { port, host, quiet, json }: Settings): Promise<Listener> {
  const fetch = withControl(server);
  const served = { ...server, fetch: quiet || json ? fetch : logRequests(fetch, print) };
  try {
    return await listen(served, { port, host });
  } catch (error) {
    if (error instanceof ListenError) throw new CommandError(exitCodes.cannotListen, error.message, { cause: error });
    throw error;
  }
}

function readyJson(server: ReferenceServer, { url }: Listener): string {
  return JSON.stringify({ ready: true, url, apiKeys: apiKeysOf(server) });
}

function readyLines(server: ReferenceServer, { url }: Listener): string {
  const [apiKey = "none; POST /_control/apiKeys/create makes one"] = apiKeysOf(server);
  return `Knowledge base at ${url}
  x-api-key    ${apiKey}
  control      ${url}/_control/openapi.json
  random seed  ${server.randomSeed}`;
}

function apiKeysOf(server: ReferenceServer): string[] {
  return server.snapshot().apiKeys.map(({ key }) => key);
}

async function versionOf(manifest: URL): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(await readFile(manifest, "utf8"));
  return version;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
