import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { findWorkerd, installWorkerd } from "./install-workerd.ts";
import { bundleWorker, controlToken, type Runtime, startRuntime } from "./start-runtime.ts";

export const brainId = "tides";

/** A brain with one page. */
export const seed = {
  version: 1,
  organizations: [{ id: "org" }],
  brains: [{ id: brainId, organizationId: "org" }],
  pages: [{ brainId, title: "Spring tide" }],
} as const;

/** Why the tests are skipped, because there is no workerd for this machine; false if they are run. */
export const skip = findProblem();

/** The runtime of the tests of a suite. */
export interface UsedRuntime {
  readonly url: string;
  /** Folder of the databases. */
  readonly storage: string;
  readonly server: ConnectedServer;
  /** Kills the runtime, and starts it again. */
  restart(): Promise<void>;
  /** Creates an organization with {@link seed}. */
  createOrganization(id: string): Promise<{
    readonly apiKey: string;
    readonly kb: KnowledgeBase;
    readonly organization: ReturnType<ConnectedServer["organization"]>;
  }>;
}

/** Starts a runtime before the tests of a suite, and removes it after them. Returns an object that is complete by then. */
export function useRuntime(): UsedRuntime {
  let runtime: Runtime;
  const used = {
    async restart() {
      await runtime.kill();
      runtime = await startRuntime(used.storage, runtime.port);
    },
    async createOrganization(id) {
      const { apiKey } = await used.server.control.organizations.create({ id, seed });
      const kb = new KnowledgeBase({ baseUrl: used.url, apiKey, retries: 0 });
      return { apiKey, kb, organization: used.server.organization(id) };
    },
  } as UsedRuntime;

  before(async () => {
    await bundleWorker();
    const storage = await mkdtemp(join(tmpdir(), "durable-objects-"));
    runtime = await startRuntime(storage);
    const { url } = runtime;
    Object.assign(used, { url, storage, server: await connect(url, { token: controlToken }) });
  });
  after(async () => {
    await runtime.kill();
    await rm(used.storage, { recursive: true });
  });
  return used;
}

function findProblem(): string | false {
  installWorkerd();
  try {
    findWorkerd();
    return false;
  } catch (error) {
    const reason = `workerd does not run on this machine: ${String(error).split("\n")[0]}`;
    console.log(`Skipped: ${reason}`);
    return reason;
  }
}
