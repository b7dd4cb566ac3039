import { UsageError } from "@knowledge-base/internal/command-line/command-error";
import { type FlagValues, variableOf } from "@knowledge-base/internal/command-line/flags";
import { createLog } from "@knowledge-base/internal/command-line/output";
import { listenForStopSignals } from "@knowledge-base/internal/command-line/stop-signals";
import { escapeControlCharacters } from "@knowledge-base/internal/escaping";
import { isLoopbackHost } from "@knowledge-base/internal/hosts";
import { createRedactor } from "@knowledge-base/internal/secrets";
import { cutText, withoutFullStop } from "@knowledge-base/internal/texts";
import { type ClientOptions, type DriftEvent, isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import type { OperationId } from "@knowledge-base/types";
import { formatIssue } from "@knowledge-base/types/internal";
import { createMcpServerFactory } from "../create-mcp-server-factory.ts";
import { flags, variablePrefix } from "./flags.ts";
import { serveStdio } from "./serve-stdio.ts";

type Values = FlagValues<typeof flags>;

/**
 * Serves until the client closes the connection or a signal arrives.
 *
 * @throws CommandError or UsageError
 */
export async function serve(values: Values): Promise<void> {
  const { http: port, token, host = "127.0.0.1", "allowed-hosts": allowedHosts } = values;
  for (const name of ["token", "host", "allowed-hosts"] as const)
    if (port === undefined && values[name] !== undefined) throw new UsageError(`--${name} needs --http`);
  if (!isLoopbackHost(host) && token === undefined)
    throw new UsageError(`--host ${host} lets other machines connect, and needs --token`);
  const log = createRedactedLog([values["api-key"], token].filter((secret) => secret !== undefined));
  const onerror = ({ message }: Error) => log(message);

  const { connection, brainIds, installationIds } = values.demo ? await startDemo(values) : readService(values);
  const factory = createMcpServerFactory(createClient(connection, log), {
    brainId: brainIds,
    installationId: installationIds,
    allow: values.allow as readonly OperationId[] | undefined,
    allowDestructive: values["allow-destructive"],
    onToolCall: ({ tool, outcome }) => log(`${tool}: ${outcome}`),
  });
  const signals = listenForStopSignals();
  // Without --http, the command starts sooner if it doesn't load a listener.
  const server =
    port === undefined
      ? serveStdio(factory, onerror)
      : await (await import("./serve-http.ts")).serveHttp(factory, { port, token, host, allowedHosts, onerror });
  if (port !== undefined && token === undefined)
    log("there is no --token: every program on this machine can use the tools");
  log(`serving ${brainIds.join(", ")}${values.demo ? " of the demo" : ""} over ${server.name}`);
  await Promise.race([signals.first, server.ended]);
  await Promise.race([signals.second, server.close()]);
}

const maxLineLength = 2000;

function createRedactedLog(secrets: readonly string[]): (line: string) => void {
  const redact = createRedactor(secrets);
  const log = createLog(process.stderr);
  return (line) => log(`knowledge-base-mcp: ${escapeControlCharacters(cutText(redact(line), maxLineLength))}`);
}

function readService(values: Values) {
  const { "base-url": baseUrl, "api-key": apiKey, brain: brainIds, installation: installationIds } = values;
  if (baseUrl && apiKey && brainIds) return { connection: { baseUrl, apiKey }, brainIds, installationIds };
  const missing = (["base-url", "api-key", "brain"] as const).filter((name) => !values[name]);
  const texts = missing.map((name) => `--${name} (or ${variableOf(name, flags[name], variablePrefix)})`);
  throw new UsageError(`Set ${texts.join(" and ")}; or set --demo, which needs no service`);
}

// The modules of the server are imported here, so that only the demo loads them.
async function startDemo({ brain, installation }: Values) {
  const [{ createReferenceServer }, { demoSeed }] = await Promise.all([
    import("@knowledge-base/server"),
    import("@knowledge-base/server/demo"),
  ]);
  const seed = demoSeed({ organizationId: "org_harbour_line" });
  const { connection, control } = createReferenceServer({ seed });
  const brainIds = brain ?? control.brains.list().map(({ id }) => id);
  return { connection, brainIds, installationIds: installation ?? control.installations.list().map(({ id }) => id) };
}

// MCP clients stop waiting after 60 seconds.
const deadlineMs = 30_000;

function createClient(connection: ClientOptions, log: (line: string) => void): KnowledgeBase {
  const warn = (message: string, drift: object) => log(`${message}: ${formatIssue(drift as DriftEvent)}`);
  // The console would write debug and info to the standard output, which belongs to the protocol.
  const logger = { debug: log, info: log, warn, error: log };
  try {
    return new KnowledgeBase({ ...connection, deadline: deadlineMs, logger });
  } catch (error) {
    if (!isKnowledgeBaseError(error)) throw error;
    throw new UsageError(withoutFullStop(error.message));
  }
}
