import {
  CommandError,
  escapeControlCharacters,
  listenForStopSignals,
  print,
  reportError,
  toCommandError,
  UsageError,
} from "@knowledge-base/command-line";
import { showValue } from "@knowledge-base/types/internal";
import { inspectorUrl, withControl } from "../http-control/with-control.ts";
import { listen } from "../node/listen.ts";
import { ListenError } from "../node/listen-error.ts";
import type { Listener } from "../node/listener.ts";
import type { StateInput } from "../records/record-types.ts";
import { createKeyRedactor } from "../redaction.ts";
import { coreOf, createReferenceServer, type ReferenceServer } from "../reference-server.ts";
import { exitCodes } from "./exit-codes.ts";
import { loadStateFile } from "./load-state-file.ts";
import { logRequests } from "./log-requests.ts";
import { isLoopbackHost } from "./loopback-host.ts";
import { openBrowser } from "./open-browser.ts";
import { whenParentEnds } from "./parent-process.ts";
import { readClock } from "./read-clock.ts";
import type { Settings } from "./settings.ts";
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
  await checkControlAccess(settings);
  if (exportFile !== undefined) await checkWritable(exportFile);
  const server = await createServer(settings);
  const { listener, inspector } = await startListener(server, settings);
  // Until here a signal ends the process at once, which is the default: there is no state to export yet.
  const stop = listenForStopSignals();
  if (settings.exitsWithParent) whenParentEnds(stop.stop);
  const format = settings.json ? formatReadyJson : formatReadyText;
  void print(format({ server, url: listener.url, inspector, settings }));
  const closeFile = inspector !== undefined && settings.inspector?.opens ? openInspector(inspector) : () => {};

  await stop.first;
  closeFile();
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
  throw toCommandError(failure.error, exitCodes.failed, createKeyRedactor(coreOf(server).getApiKeys()));
}

/** Controls can do anything, so other machines must not reach them by mistake. */
async function checkControlAccess({ control, host }: Settings): Promise<void> {
  if (!control || control.isInsecure || control.token !== undefined || (await isLoopbackHost(host))) return;
  throw new UsageError(
    `on the host ${showValue(host)} other machines can reach the controls; use --control-token TOKEN, ` +
      "--no-control to disable the controls, or --insecure-control to allow access without a token",
  );
}

async function createServer(settings: Settings): Promise<ReferenceServer> {
  const { seed, importFile, apiKey } = settings;
  const create = createServerFactory(settings);
  if (seed === undefined && importFile !== undefined) {
    // As the seed the state provides the server's own key and organization, also after a reset.
    return loadStateFile(importFile, (state) => removeCreatedRecords(create(state), state, apiKey));
  }
  const server = await createSeededServer(create, seed);
  if (importFile !== undefined) {
    await loadStateFile(importFile, server.restore);
    if (apiKey !== undefined) addApiKey(server, apiKey);
  }
  return server;
}

type CreateServer = (state?: StateInput) => ReferenceServer;

function createServerFactory(settings: Settings): CreateServer {
  const { basePath, apiKey, randomSeed, clock, latency, strictBodies, cors } = settings;
  const options = { apiKey, randomSeed, latency, strictBodies, cors: cors.length > 0 && cors };
  const baseUrl = `https://knowledge-base.test${basePath}`;
  const fixedClock = clock && readClock(clock);
  return (seed) => createReferenceServer({ ...options, baseUrl, clock: fixedClock, seed });
}

/** Removes the key and the organization that a server creates if its seed has none. */
function removeCreatedRecords(server: ReferenceServer, state: StateInput, apiKey: string | undefined): ReferenceServer {
  if (apiKey !== undefined) return server;
  const { apiKeys = [], organizations = [] } = state;
  const [created] = server.snapshot().organizations;
  if (apiKeys.length === 0) server.control.apiKeys.revoke({ apiKey: server.apiKey });
  if (organizations.length === 0 && created) server.control.organizations.delete({ organizationId: created.id });
  return server;
}

/** Adds a key to the first organization of a server, unless it has the key. */
function addApiKey(server: ReferenceServer, key: string): void {
  const { apiKeys, organizations } = server.snapshot();
  if (apiKeys.some((apiKey) => apiKey.key === key)) return;
  const organizationId = organizations[0]?.id ?? server.control.organizations.create({}).id;
  server.control.apiKeys.create({ organizationId, apiKey: key });
}

async function createSeededServer(create: CreateServer, seed: string | undefined): Promise<ReferenceServer> {
  if (seed === undefined) return create();
  if (seed !== "demo") return loadStateFile(seed, create, 'the path of a state file, or "demo"');
  const { demoSeed } = await import("../demo/demo-seed.ts");
  return create(demoSeed());
}

/** Opens the inspector. The server runs on if that fails. */
function openInspector(url: string): () => void {
  return openBrowser(url, () => {
    process.stderr.write("Failed to open a browser. Open the URL of the inspector yourself.\n");
  });
}

interface StartedListener {
  readonly listener: Listener;
  /** URL of the inspector, with its token. */
  readonly inspector: string | undefined;
}

async function startListener(server: ReferenceServer, settings: Settings): Promise<StartedListener> {
  const { port, host, control, allowedHosts, trustProxy, quiet, json } = settings;
  const { bodyLimit, headersTimeout, requestTimeout, keepAliveTimeout } = settings;
  const limits = { bodyLimit, headersTimeout, requestTimeout, keepAliveTimeout };
  const isSilent = quiet || json;
  const inspector = settings.inspector !== undefined && { allowedHosts: [host, ...(allowedHosts ?? [])] };
  const fetch = control ? withControl(server, { token: control.token, inspector }) : server.fetch;
  const served = { ...server, fetch };
  if (!isSilent) served.fetch = logRequests(served, process.stdout);
  try {
    const listener = await listen(served, { port, host, allowedHosts, trustProxy, ...limits });
    return { listener, inspector: inspector ? inspectorUrl(fetch, listener.url) : undefined };
  } catch (error) {
    if (error instanceof ListenError) throw new CommandError(exitCodes.cannotListen, error.message, { cause: error });
    throw error;
  }
}

interface ReadyServer {
  readonly server: ReferenceServer;
  readonly url: string;
  /** URL of the inspector; undefined if there is none. */
  readonly inspector: string | undefined;
  readonly settings: Settings;
}

function formatReadyJson({ server, url, inspector }: ReadyServer): string {
  return JSON.stringify({ ready: true, url, inspectorUrl: inspector, apiKeys: keysOf(server) });
}

function formatReadyText({ server, url, inspector, settings: { control } }: ReadyServer): string {
  const [apiKey = "none; POST /_control/apiKeys/create creates one"] = keysOf(server);
  const access =
    control?.token !== undefined ? " with the token" : control?.isInsecure ? " for everyone who reaches it" : "";
  return `${inspector === undefined ? "" : `Inspector at ${inspector}\n`}Knowledge base at ${url}
  x-api-key    ${apiKey}
  control      ${control ? `${url}/_control/openapi.json${access}` : "none"}
  random seed  ${escapeControlCharacters(server.randomSeed)}`;
}

/** Returns all keys: first the one that is valid after each reset, if it is valid now. */
function keysOf(server: ReferenceServer): string[] {
  const keys = Array.from(coreOf(server).getApiKeys().keys());
  return keys.toSorted((left, right) => Number(right === server.apiKey) - Number(left === server.apiKey));
}
