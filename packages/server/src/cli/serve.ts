import { readFile } from "node:fs/promises";
import { CommandError, UsageError } from "@knowledge-base/internal/command-line/command-error";
import { createLog, print, reserveStdout } from "@knowledge-base/internal/command-line/output";
import { listenForStopSignals } from "@knowledge-base/internal/command-line/stop-signals";
import { escapeControlCharacters, quoteForShell } from "@knowledge-base/internal/escaping";
import { isLoopbackHost } from "@knowledge-base/internal/hosts";
import { cutText, messageOf, showValue, withoutFullStop } from "@knowledge-base/internal/texts";
import { isContractOperation } from "@knowledge-base/types/internal";
import { maxCauseLength } from "../basics/control-error.ts";
import { withControl, withHealthCheck } from "../control/with-control.ts";
import { type Listener, listen, type TlsOptions, tlsAdvice } from "../node/listen.ts";
import { coreOf } from "../reference-server/core.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import { systemClock } from "../test-tools/clock.ts";
import type { EntryWithoutId } from "../test-tools/journal-entry.ts";
import { exitCodes, type Settings } from "./flags.ts";
import { loadFile, loadServer } from "./load-server.ts";
import { keepState, StateFile } from "./state-file.ts";

// How long requests in flight may take after a signal. Container runtimes kill a process after ten seconds.
const gracePeriodMs = 8000;

/**
 * Runs the server until a signal stops it.
 *
 * @param whenParentEnds - calls back when the process that started the command has ended
 * @returns the exit code
 * @throws CommandError
 */
export async function serve(settings: Settings, whenParentEnds: (stop: () => void) => void): Promise<number> {
  checkControlAccess(settings);
  const { state } = settings;
  const stateFile = state === undefined ? undefined : await loadFile(state, async (path) => new StateFile(path));
  const output = settings.json ? reserveStdout() : process.stdout;
  const server = await loadServer(settings, stateFile);
  const token = settings["control-token"];
  const fetch = settings.control ? withControl(server, { token, inspector: true }) : withHealthCheck(server);
  if (!settings.quiet && !settings.json) {
    const log = createLog(process.stdout);
    coreOf(server).listen((event, organizationId) => {
      if (organizationId === undefined && event.kind === "request") log(formatRequestLine(event.request.entry.read()));
    });
  }
  // Until here a signal ends the process at once, which is the default.
  const signals = listenForStopSignals();
  await using listener = await startListener({ ...server, fetch }, settings);
  // Not before the port is open: the command has changed nothing if another one has it.
  const closeFile = stateFile && keepState(stateFile, server);
  if (settings["exit-with-parent"]) whenParentEnds(signals.raise);
  void print(formatReady(server, listener.url, settings), output);

  await signals.first;
  void signals.second.then(() => listener.close({ timeout: 0 }));
  await listener.close({ timeout: gracePeriodMs });
  if (closeFile?.() ?? true) return 0;
  await print("The last changes are not saved.", process.stderr);
  return 1;
}

// Controls can do anything, so other machines must not reach them by mistake.
function checkControlAccess({ control, "control-token": token, host }: Settings): void {
  if (!control && token !== undefined) throw new UsageError("--no-control and --control-token cannot be used together");
  if (!control || token !== undefined || isLoopbackHost(host)) return;
  throw new UsageError(
    `on the host ${showValue(host)} other machines can reach the controls; use --control-token TOKEN to protect them, ` +
      "or --no-control to disable them",
  );
}

async function startListener(server: ReferenceServer, settings: Settings): Promise<Listener> {
  const { port, host, "allowed-hosts": allowedHosts, "trust-proxy": trustProxy } = settings;
  const { "tls-key": key, "tls-cert": cert } = settings;
  const tls = await readCertificate(settings);
  try {
    return await listen(server, { port, host, allowedHosts, trustProxy, tls });
  } catch (error) {
    if (tls && error instanceof TypeError) {
      const message = `Failed to load ${key} and ${cert}: ${withoutFullStop(messageOf(error.cause))}. ${tlsAdvice}`;
      throw new CommandError(exitCodes.badFile, message, { cause: error });
    }
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new CommandError(exitCodes.cannotListen, error.message, { cause: error });
  }
}

async function readCertificate({ "tls-key": key, "tls-cert": cert }: Settings): Promise<TlsOptions | undefined> {
  if (key === undefined && cert === undefined) return undefined;
  if (key === undefined || cert === undefined) throw new UsageError("--tls-key and --tls-cert are only used together");
  return { key: await loadFile(key, readFile), cert: await loadFile(cert, readFile) };
}

function formatReady(server: ReferenceServer, url: string, settings: Settings): string {
  const { apiKey, randomSeed } = server;
  const token = settings["control-token"];
  const fragment = token === undefined ? "" : `#token=${encodeURIComponent(token)}`;
  const inspector = settings.control ? `${url}/_inspector/${fragment}` : undefined;
  if (settings.json) {
    const keys = new Set([apiKey, ...server.snapshot().apiKeys.map(({ key }) => key)]);
    return JSON.stringify({ ready: true, url, inspectorUrl: inspector, apiKeys: [...keys] });
  }
  const access = token === undefined ? "" : " with the token";
  const custom = coreOf(server).operations.filter((operation) => !isContractOperation(operation));
  const rows = [
    ["x-api-key", apiKey],
    ["control", settings.control ? `${url}/_control/openapi.json${access}` : "none"],
    ["random seed", randomSeed],
    ...(settings.state === undefined ? [] : [["state", settings.state]]),
    ...(custom.length === 0 ? [] : [["operations", custom.map(({ id }) => id).join(", ")]]),
  ];
  const lines = rows.map(([label = "", value = ""]) => `  ${label.padEnd(11)}  ${escapeControlCharacters(value)}`);
  return `${inspector === undefined ? "" : `Inspector at ${inspector}\n`}Knowledge base at ${url}
${lines.join("\n")}${formatExample(server, url)}`;
}

// Returns a line for a shell that reads the index of the first brain that the key can read, if there is one.
function formatExample(server: ReferenceServer, url: string): string {
  const [brain] = server.control.brains.list();
  if (!brain) return "";
  const path = `/v1/brains/${encodeURIComponent(brain.id)}/index?limit=3`;
  return `\nTry it:\n  curl -H ${quoteForShell(`x-api-key: ${server.apiKey}`)} ${quoteForShell(url + path)}`;
}

const timeOfDay = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

// Formats a request and its response in a line such as `18:42:07 GET /v1/brains/brain_operations/index 200 3 ms org_1/request_1`.
// The time comes from the machine, because the clock of the server may be frozen.
function formatRequestLine(entry: EntryWithoutId): string {
  const { method, path, status, duration, reason, message, responseHeaders } = entry;
  const cause = cutText(message ?? "", maxCauseLength);
  const id = responseHeaders?.["x-request-id"] ?? "no response";
  const failure = reason === "failure" ? `: ${escapeControlCharacters(cause)}` : "";
  const time = timeOfDay.format(systemClock.now());
  return `${time} ${method} ${escapeControlCharacters(path)} ${status ?? "---"} ${duration} ms ${id}${failure}`;
}
