import { ControlError, type State } from "@knowledge-base/server";
import { openServer } from "../open-server.ts";

/** The records of one organization of the test state. */
export function stateOf(organizationId: string): State {
  return openServer().organization(organizationId).snapshot();
}

/** The state of one organization with another organization and other keys. */
export function renamed(state: State, organizationId: string, keys: readonly string[] = []): State {
  const move = <AnyRecord>(record: AnyRecord) => ({ ...record, organizationId });
  return {
    ...state,
    organizations: state.organizations.map((organization) => ({ ...organization, id: organizationId })),
    apiKeys: state.apiKeys.map((apiKey, index) => ({ ...move(apiKey), key: keys[index] ?? apiKey.key })),
    brains: state.brains.map(move),
    installations: state.installations.map(move),
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

/** Creates the test server with the organization `org_west`, which has a key and no other records. */
export function openWest() {
  const server = openServer();
  server.control.organizations.create({ id: "org_west", name: "West", apiKey: "key_west" });
  return { server, west: server.organization("org_west"), north: server.organization("org_north") };
}
