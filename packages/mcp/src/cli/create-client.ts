import { UsageError } from "@knowledge-base/command-line";
import { type ClientOptions, type DriftEvent, isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import { formatIssue } from "@knowledge-base/types/internal";
import type { Log } from "./create-log.ts";
import type { Settings } from "./settings.ts";

/** A client, with the brains and installations that the tools may use. */
export interface Target {
  readonly kb: KnowledgeBase;
  readonly brainIds: readonly string[];
  readonly installationIds: readonly string[] | undefined;
}

const demo = {
  organizationId: "org_harbour_line",
  brainIds: ["brain_operations", "brain_guest_services"],
  installationIds: ["installation_harbour_line"],
};

/**
 * Creates the client of a service, or of a reference server with the demo seed.
 *
 * @throws UsageError if the base URL or the key is invalid
 */
export async function createClient(settings: Settings, log: Log): Promise<Target> {
  const { service, timeout, brainIds = demo.brainIds } = settings;
  const installationIds = settings.installationIds ?? (service ? undefined : demo.installationIds);
  const connection = service ?? (await startDemo());
  try {
    const kb = new KnowledgeBase({ ...connection, timeout, deadline: timeout, logger: createLogger(log) });
    return { kb, brainIds, installationIds };
  } catch (error) {
    if (isKnowledgeBaseError(error)) throw new UsageError(error.message.replace(/\.$/, ""));
    throw error;
  }
}

/** The console would write debug and info to the standard output, which belongs to the protocol. */
function createLogger(log: Log): NonNullable<ClientOptions["logger"]> {
  const write = (message: string) => log(message);
  const warn = (message: string, drift: object) => log(`${message}: ${formatIssue(drift as DriftEvent)}`);
  return { debug: write, info: write, warn, error: write };
}

/** Imported here, so that only the demo loads the reference server. */
async function startDemo(): Promise<Pick<ClientOptions, "baseUrl" | "apiKey" | "fetch">> {
  const [{ createReferenceServer }, { demoSeed }] = await Promise.all([
    import("@knowledge-base/server"),
    import("@knowledge-base/server/demo"),
  ]);
  const { organizationId } = demo;
  const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed({ organizationId }) });
  return { baseUrl, apiKey, fetch };
}
