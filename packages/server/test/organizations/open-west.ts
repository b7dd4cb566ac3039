import { ControlError, type ReferenceServer, type ServerOrganization, type State } from "@knowledge-base/server";
import { openServer } from "../open-server.ts";

/** The records of one organization of the test state. */
export function stateOf(organizationId: string): State {
  return openServer().organization(organizationId).snapshot();
}

/** The state of one organization with another organization and other keys. */
export function renamed(state: State, organizationId: string, keys: readonly string[]): State {
  return {
    ...state,
    organizations: state.organizations.map((organization) => ({ ...organization, id: organizationId })),
    apiKeys: state.apiKeys.map((apiKey, index) => ({ ...apiKey, organizationId, key: keys[index] ?? apiKey.key })),
    brains: state.brains.map((brain) => ({ ...brain, organizationId })),
    installations: state.installations.map((installation) => ({ ...installation, organizationId })),
  };
}

/** Returns the problems of a state that is rejected. */
export function problemsOf(load: () => unknown): ControlError["problems"] {
  try {
    load();
  } catch (error) {
    if (error instanceof ControlError) return error.problems;
    throw error;
  }
  return [];
}

/** A server with an organization that has no records. */
export interface OpenWest {
  readonly server: ReferenceServer;
  readonly west: ServerOrganization;
  readonly apiKey: string;
}

/** Creates the test server with the organization `org_west`. */
export function openWest(): OpenWest {
  const server = openServer();
  const { apiKey } = server.control.organizations.create({ id: "org_west", name: "West" });
  return { server, west: server.organization("org_west"), apiKey };
}
