import { showValue } from "@knowledge-base/internal/texts";
import type { CallAction } from "../control/action.ts";
import type { OrganizationControl, TestTools } from "../control/groups.ts";
import type { StateControl } from "../control/server-control.ts";
import type { Fetch } from "../http/fetch.ts";

/** Options of a client of the server: `new KnowledgeBase(server.connection)`. */
export interface Connection {
  /** Base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** A valid API key. */
  readonly apiKey: string;
  /** Sends requests to the server. */
  readonly fetch: Fetch;
}

/**
 * One organization of a server. Its methods can't affect any other organization.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * const { id } = server.control.organizations.create();
 * const organization = server.organization(id);
 * const brain = organization.control.brains.create({ name: "Fjord" });
 * const kb = new KnowledgeBase(organization.connection);
 * console.log(await kb.promptIndex.get({ brainId: brain.id })); // []
 * ```
 *
 * @see [Share a server](../../../../docs/guides/test-your-code.md#share-a-server)
 */
export interface ServerOrganization extends TestTools, StateControl {
  /** Organization id. */
  readonly id: string;
  /** Base URL for clients, the same as of the server. */
  readonly baseUrl: string;
  /** The `fetch` of the server. The API key of a request decides which organization it reaches. */
  readonly fetch: Fetch;
  /**
   * Base URL, first API key and `fetch` for a client. Reading the key throws a {@link ControlError} `not_found` if the organization
   * doesn't exist, or has no key.
   */
  readonly connection: Connection;
  /** Controls of the organization. */
  readonly control: OrganizationControl;
}

/**
 * Confines the calls of controls to one organization.
 *
 * @throws TypeError if the id isn't a text: an unset variable must not select the whole server
 */
export function confineCalls<Output>(id: string, callAction: CallAction<Output>): CallAction<Output> {
  if (typeof id !== "string" || id === "") {
    throw new TypeError(
      `Failed to select an organization: its id must be a string that is not empty (got ${showValue(id)}).`,
    );
  }
  return (action, input) => callAction(action, input, id);
}
