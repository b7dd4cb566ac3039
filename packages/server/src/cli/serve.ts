import { listen } from "../node/listen.ts";
import { ListenError } from "../node/listen-error.ts";
import type { Listener } from "../node/listener.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { withControl } from "../remote/with-control.ts";
import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { logRequests } from "./log-requests.ts";
import { oneLine } from "./one-line.ts";
import { openServer } from "./open-server.ts";
import { print } from "./print.ts";
import { printWhileRead } from "./print-while-read.ts";
import { asCommandError, report } from "./report.ts";
import type { Settings } from "./settings.ts";
import { listenForStop } from "./stop-signal.ts";
import { checkWritable, writeStateFile } from "./write-state-file.ts";

/** How long requests in flight may still take. Runtimes of containers kill what has not ended after ten seconds. */
const graceMs = 8000;

/**
 * Serves until it is asked to stop, and exports the state then.
 *
 * @throws {@link CommandError}
 */
export async function serve(settings: Settings): Promise<void> {
  const { exportFile } = settings;
  if (exportFile !== undefined) await checkWritable(exportFile);
  const server = await openServer(settings);
  const listener = await openListener(server, settings);
  // Until now a signal ends the process, as it does any other: there was nothing to lose.
  const stop = listenForStop();
  void print(settings.json ? readyJson(server, listener) : readyLines(server, listener));

  await stop.first;
  const closed = listener.close({ timeout: graceMs });
  void stop.second.then(() => listener.close({ timeout: 0 }));
  await closed;
  try {
    if (exportFile !== undefined) await writeStateFile(exportFile, server.snapshot());
  } catch (error) {
    if (!stop.failure) throw error;
    await report(error);
  }
  if (stop.failure) throw asCommandError(stop.failure.error, apiKeysOf(server));
}

async function openListener(server: ReferenceServer, settings: Settings): Promise<Listener> {
  const { port, host, quiet, json } = settings;
  const isSilent = quiet || json;
  const served = { ...server, fetch: withControl(server) };
  if (!isSilent) served.fetch = logRequests(served, printWhileRead(process.stdout));
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
  random seed  ${oneLine(server.randomSeed)}`;
}

function apiKeysOf(server: ReferenceServer): string[] {
  return server.snapshot().apiKeys.map(({ key }) => key);
}
