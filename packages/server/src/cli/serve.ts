import {
  CommandError,
  escapeControlCharacters,
  print,
  reportError,
  toCommandError,
} from "@knowledge-base/command-line";
import { withControl } from "../control-api/with-control.ts";
import { listen } from "../node/listen.ts";
import { ListenError } from "../node/listen-error.ts";
import type { Listener } from "../node/listener.ts";
import { redactKeys } from "../redaction.ts";
import { createReferenceServer, type ReferenceServer } from "../reference-server.ts";
import type { State } from "../store/state.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Settings } from "./flags.ts";
import { loadStateFile } from "./load-state-file.ts";
import { logRequests } from "./log-requests.ts";
import { listenForStopSignals } from "./stop-signals.ts";
import { checkWritable, writeStateFile } from "./write-state-file.ts";

/** How long requests in flight may take after a signal. Container runtimes kill a process after ten seconds. */
const gracePeriodMs = 8000;

/**
 * Runs the server until a signal stops it, and then exports the state.
 *
 * @throws CommandError
 */
export async function serve(settings: Settings, commandName: string): Promise<void> {
  const { exportFile } = settings;
  if (exportFile !== undefined) await checkWritable(exportFile);
  const server = await createServer(settings);
  const listener = await startListener(server, settings);
  // Until here a signal ends the process at once, which is the default: there is no state to export yet.
  const stop = listenForStopSignals();
  void print(settings.json ? formatReadyJson(server, listener) : formatReadyText(server, listener));

  await stop.first;
  const closed = listener.close({ timeout: gracePeriodMs });
  void stop.second.then(() => listener.close({ timeout: 0 }));
  await closed;
  const { failure } = stop;
  try {
    if (exportFile !== undefined) await writeStateFile(exportFile, server.snapshot());
  } catch (error) {
    if (!failure) throw error;
    await reportError(commandName, toCommandError(error, exitCodes.failed));
  }
  if (!failure) return;
  const keys = new Set(keysOf(server));
  throw toCommandError(failure.error, exitCodes.failed, (text) => redactKeys(text, keys));
}

async function createServer({ seed, importFile, randomSeed, latency }: Settings): Promise<ReferenceServer> {
  const create = (state?: State) => createReferenceServer({ seed: state, randomSeed, latency });
  if (seed === undefined && importFile !== undefined) {
    return loadStateFile(importFile, (state) => {
      // As the seed the state provides the server's own key and organization. A seed without a key makes the server
      // create one; restoring removes it again, until a reset.
      const server = create(state);
      server.restore(state);
      return server;
    });
  }
  const server = await createSeededServer(create, seed);
  if (importFile !== undefined) await loadStateFile(importFile, server.restore);
  return server;
}

async function createSeededServer(
  create: (state?: State) => ReferenceServer,
  seed: string | undefined,
): Promise<ReferenceServer> {
  if (seed === undefined) return create();
  if (seed !== "demo") return loadStateFile(seed, create, 'the path of a state file, or "demo"');
  const { demoSeed } = await import("../demo/demo-seed.ts");
  return create(demoSeed());
}

async function startListener(server: ReferenceServer, settings: Settings): Promise<Listener> {
  const { port, host, quiet, json } = settings;
  const isSilent = quiet || json;
  const served = { ...server, fetch: withControl(server) };
  if (!isSilent) served.fetch = logRequests(served, process.stdout);
  try {
    return await listen(served, { port, host });
  } catch (error) {
    if (error instanceof ListenError) throw new CommandError(exitCodes.cannotListen, error.message, { cause: error });
    throw error;
  }
}

function formatReadyJson(server: ReferenceServer, { url }: Listener): string {
  return JSON.stringify({ ready: true, url, apiKeys: keysOf(server) });
}

function formatReadyText(server: ReferenceServer, { url }: Listener): string {
  const [apiKey = "none; POST /_control/apiKeys/create makes one"] = keysOf(server);
  return `Knowledge base at ${url}
  x-api-key    ${apiKey}
  control      ${url}/_control/openapi.json
  random seed  ${escapeControlCharacters(server.randomSeed)}`;
}

function keysOf(server: ReferenceServer): string[] {
  return server.snapshot().apiKeys.map(({ key }) => key);
}
