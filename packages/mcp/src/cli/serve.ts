import { listenForStopSignals } from "@knowledge-base/command-line";
import { createMcpServerFactory } from "../create-mcp-server-factory.ts";
import { createClient } from "./create-client.ts";
import { createLog } from "./create-log.ts";
import { serveHttp } from "./serve-http.ts";
import { serveStdio } from "./serve-stdio.ts";
import type { Settings } from "./settings.ts";

/**
 * Serves until the client closes the connection or a signal arrives.
 *
 * @throws CommandError or UsageError
 */
export async function serve(settings: Settings): Promise<void> {
  const { service, http, allow, allowDestructive, quiet } = settings;
  const secrets = [service?.apiKey, http?.token].flatMap((secret) => secret ?? []);
  const log = createLog(secrets);
  const { kb, brainIds, installationIds } = await createClient(settings, log);
  const factory = createMcpServerFactory(kb, {
    brainId: brainIds,
    installationId: installationIds,
    allow,
    allowDestructive,
    onToolCall: quiet ? undefined : ({ tool, outcome }) => log(`${tool}: ${outcome}`),
  });
  const stop = listenForStopSignals();
  const serveUntil = http ? serveHttp(factory, http, log) : serveStdio(factory, log);
  const server = await serveUntil;
  if (!quiet) log(`serving ${brainIds.join(", ")} over ${server.name}`);
  await Promise.race([stop.first, server.ended]);
  await Promise.race([stop.second, server.close()]);
}
