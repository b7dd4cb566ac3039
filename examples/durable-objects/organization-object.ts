import { createReferenceServer, type Fetch, type StateChange } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { StoredOrganization } from "./stored-organization.ts";
import type { DurableObjectState, Env } from "./workers-types.ts";

/** An object has 128 MB of memory for its records and these logs. */
const logLimits = { maxJournalEntries: 100, maxJournalBytes: 2 ** 20, maxDeliveries: 100, maxDeliveryBytes: 2 ** 20 };

/** The reference server of one organization. Each change is stored before a response is sent. */
export class OrganizationObject {
  readonly #state: DurableObjectState;
  readonly #token: string;
  readonly #stored: StoredOrganization;
  #fetch: Fetch;

  constructor(state: DurableObjectState, env: Env) {
    this.#state = state;
    this.#token = env.CONTROL_TOKEN;
    this.#stored = new StoredOrganization(state.storage);
    this.#fetch = this.#start();
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== "/_control/organizations/create" && pathname !== "/_control/organizations/delete")
      return this.#fetch(request);
    return this.#state.blockConcurrencyWhile(async () => {
      const response = await this.#fetch(request);
      if (!this.#stored.exists) await this.#state.storage.deleteAll();
      // It starts again with the stored records, to which a reset returns, or without any.
      if (response.ok) this.#fetch = this.#start();
      return response;
    });
  }

  /** Starts the server with the stored records. If there are none, a control can create the organization. */
  #start(): Fetch {
    const { exists } = this.#stored;
    const randomSeed = exists ? this.#stored.readRandomSeed() : createSecret();
    let isLoaded = false;
    const server = createReferenceServer({
      ...logLimits,
      randomSeed,
      seed: exists ? this.#stored.readState("seed") : undefined,
      progress: exists ? this.#stored.readProgress() : [],
      onChange: (change) => {
        if (isLoaded) this.#store(change, randomSeed);
      },
    });
    if (exists) server.restore(this.#stored.readState("records"));
    isLoaded = true;
    return withControl(server, { token: this.#token });
  }

  /** Writes a change. The runtime sends no response of this object before everything that was written is on disk. */
  #store(change: StateChange, randomSeed: string): void {
    try {
      this.#stored.apply(change, randomSeed);
    } catch (error) {
      // The server has made the change, which would be lost at the next start. So nobody may see it.
      this.#state.abort(`Failed to store a change: ${String(error)}`);
      throw error;
    }
  }
}

function createSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(8)), (word) => word.toString(36)).join("-");
}
