import { CommandError, listenForStopSignals, print, UsageError } from "@knowledge-base/command-line";
import { escapeControlCharacters, showValue } from "@knowledge-base/types/internal";
import { withControl } from "../http-control/with-control.ts";
import { isLoopback } from "../node/allowed-hosts.ts";
import { type Listener, listen } from "../node/listen.ts";
import { coreOf, type ReferenceServer } from "../reference-server.ts";
import { createServer } from "./create-server.ts";
import { exitCodes, type Settings } from "./flags.ts";
import { whenParentEnds } from "./parent-process.ts";
import { createRequestLog } from "./request-log.ts";

/** How long requests in flight may take after a signal. Container runtimes kill a process after ten seconds. */
const gracePeriodMs = 8000;

/**
 * Runs the server until a signal stops it.
 *
 * @throws CommandError
 */
export async function serve(settings: Settings): Promise<void> {
  checkControlAccess(settings);
  const server = await createServer(settings);
  const token = settings["control-token"];
  const fetch = settings.control ? withControl(server, { token, inspector: true }) : server.fetch;
  if (!settings.quiet && !settings.json) {
    const log = createRequestLog(process.stdout);
    coreOf(server).listen(({ organizationId, request }) => organizationId === null && request && log(request.entry));
  }
  const listener = await startListener({ ...server, fetch }, settings);
  // Until here a signal ends the process at once, which is the default.
  const stop = listenForStopSignals();
  if (settings["exit-with-parent"]) whenParentEnds(stop.stop);
  void print(formatReady(server, listener.url, settings));

  await stop.first;
  void stop.second.then(() => listener.close({ timeout: 0 }));
  await listener.close({ timeout: gracePeriodMs });
}

/** Controls can do anything, so other machines must not reach them by mistake. */
function checkControlAccess({ control, "control-token": token, host }: Settings): void {
  if (!control && token !== undefined) throw new UsageError("--no-control and --control-token cannot be used together");
  if (!control || token !== undefined || host === "localhost" || isLoopback(host)) return;
  throw new UsageError(
    `on the host ${showValue(host)} other machines can reach the controls; use --control-token TOKEN to protect them, ` +
      "or --no-control to disable them",
  );
}

async function startListener(server: ReferenceServer, settings: Settings): Promise<Listener> {
  const { port, host, "allowed-hosts": allowedHosts, "trust-proxy": trustProxy } = settings;
  try {
    return await listen(server, { port, host, allowedHosts, trustProxy });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new CommandError(exitCodes.cannotListen, error.message, { cause: error });
  }
}

function formatReady(server: ReferenceServer, url: string, settings: Settings): string {
  const { apiKey, randomSeed } = server;
  const token = settings["control-token"];
  const fragment = token === undefined ? "" : `#token=${encodeURIComponent(token)}`;
  const inspector = settings.control ? `${url}/_inspector/${fragment}` : undefined;
  if (settings.json) {
    const others = coreOf(server).getApiKeys().keys();
    return JSON.stringify({ ready: true, url, inspectorUrl: inspector, apiKeys: [...new Set([apiKey, ...others])] });
  }
  const access = token === undefined ? "" : " with the token";
  return `${inspector === undefined ? "" : `Inspector at ${inspector}\n`}Knowledge base at ${url}
  x-api-key    ${apiKey}
  control      ${settings.control ? `${url}/_control/openapi.json${access}` : "none"}
  random seed  ${escapeControlCharacters(randomSeed)}`;
}
