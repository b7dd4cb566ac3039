import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { StoredOrganization } from "./stored-organization.ts";
import type { DurableObjectState, Env } from "./workers-types.ts";

/** The reference server of one organization. Each change is stored before a response is sent. */
export class OrganizationObject {
  readonly #state: DurableObjectState;
  readonly #token: string;
  readonly #stored: StoredOrganization;
  #fetch: ReferenceServer["fetch"];

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
      // The new server starts with the stored records, to which a reset returns, or after a deletion with none.
      if (response.ok) this.#fetch = this.#start();
      return response;
    });
  }

  // If nothing is stored yet, the server has no organization until a control creates it.
  #start(): ReferenceServer["fetch"] {
    const { exists } = this.#stored;
    // It signs OAuth states, so it is a secret.
    const randomSeed = exists ? this.#stored.read<string>("randomSeed") : createSecret();
    let isLoaded = false;
    const server = createReferenceServer({
      randomSeed,
      seed: exists ? this.#stored.read<State>("initial") : undefined,
      onChange: ({ organizationId }) => {
        if (isLoaded) this.#store(server, organizationId);
      },
    });
    if (exists) server.restore(this.#stored.read<State>("current"));
    isLoaded = true;
    return withControl(server, { token: this.#token });
  }

  // The runtime sends no response of this object before everything that was written is on disk.
  #store(server: ReferenceServer, organizationId: string): void {
    const isDeleted = !server.control.organizations.list().some(({ id }) => id === organizationId);
    if (isDeleted) {
      this.#stored.delete();
      return;
    }
    const current = server.organization(organizationId).snapshot();
    const { randomSeed } = server;
    this.#stored.write(this.#stored.exists ? { current } : { randomSeed, initial: current, current });
  }
}

function createSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(8)), (word) => word.toString(36)).join("-");
}
