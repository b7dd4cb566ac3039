import { createReferenceServer, type Fetch, type ReferenceServer, type StateChange } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { createControlError } from "./control-error.ts";
import { createPageName } from "./signed-names.ts";
import { StoredOrganization } from "./stored-organization.ts";
import type { DurableObjectState, Env } from "./workers-types.ts";

/** An object has 128 MB of memory for its records and these logs. */
const logLimits = {
  maxJournalEntries: 100,
  maxJournalBytes: 2 ** 20,
  maxDeliveries: 100,
  maxDeliveryBytes: 2 ** 20,
};

/** Responses that contain URLs of the consent page. */
const pathsWithAuthorizationUrl = /(\/messaging\/oauth\/start|\/_control\/oauth\/pending)$/;

/** The reference server of one organization. Each change is stored before a response is sent. */
export class OrganizationObject {
  readonly #state: DurableObjectState;
  readonly #env: Env;
  readonly #stored: StoredOrganization;
  #organizationId: string | undefined;
  #fetch: Fetch;

  constructor(state: DurableObjectState, env: Env) {
    this.#state = state;
    this.#env = env;
    this.#stored = new StoredOrganization(state.storage);
    this.#fetch = this.#start();
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname, origin } = new URL(request.url);
    if (pathname === "/_control/organizations/create") return this.#create(request);
    const response = await this.#fetch(request);
    if (pathname === "/_control/organizations/delete" && response.ok) await this.#remove();
    return pathsWithAuthorizationUrl.test(pathname) ? this.#addPageName(response, origin) : response;
  }

  /** Starts the server with the stored records, or without any organization if nothing is stored. */
  #start(): Fetch {
    const server = this.#stored.exists ? this.#load() : createReferenceServer({ randomSeed: createSecret() });
    return withControl(server, { token: this.#env.CONTROL_TOKEN });
  }

  #load(): ReferenceServer {
    let isLoaded = false;
    const server = createReferenceServer({
      ...logLimits,
      seed: this.#stored.readState("initial_records"),
      randomSeed: this.#stored.randomSeed,
      progress: this.#stored.readProgress(),
      onChange: (change) => {
        if (isLoaded) this.#store(change);
      },
    });
    server.restore(this.#stored.readState("records"));
    isLoaded = true;
    this.#organizationId = server.snapshot().organizations[0]?.id;
    return server;
  }

  /** Writes a change. The runtime sends no response of this object before everything that was written is on disk. */
  #store(change: StateChange): void {
    try {
      this.#stored.apply(change);
    } catch (error) {
      // The server has made the change. It must not be seen, because it would be lost.
      this.#state.abort(`Failed to store a change: ${String(error)}`);
      throw error;
    }
  }

  /** Creates the organization. An id that is taken is rejected by the server that has it. */
  #create(request: Request): Promise<Response> {
    return this.#state.blockConcurrencyWhile(async () => {
      if (this.#stored.exists) return this.#fetch(request);
      const randomSeed = createSecret();
      const server = createReferenceServer({ randomSeed });
      const response = await withControl(server, { token: this.#env.CONTROL_TOKEN })(request);
      if (!response.ok) return response;
      const text = await response.text();
      const { id }: { readonly id: string } = JSON.parse(text);
      try {
        this.#stored.create(server.organization(id).snapshot(), randomSeed);
      } catch (error) {
        return createControlError("too_large", `the seed cannot be stored: ${String(error)}`);
      }
      this.#fetch = this.#start();
      return new Response(text, response);
    });
  }

  /** Removes the tables, without which the object stores nothing. */
  async #remove(): Promise<void> {
    await this.#state.storage.deleteAll();
    this.#organizationId = undefined;
    this.#fetch = this.#start();
  }

  /** Adds the organization to the URLs of the consent page, where the Worker finds it. */
  async #addPageName(response: Response, origin: string): Promise<Response> {
    if (!response.ok || this.#organizationId === undefined) return response;
    const name = await createPageName(this.#organizationId, this.#env.KEY_SECRET);
    const text = (await response.text()).replaceAll(`${origin}/_platform/`, `${origin}/${name}/_platform/`);
    return new Response(text, response);
  }
}

function createSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(8)), (word) => word.toString(36)).join("-");
}
