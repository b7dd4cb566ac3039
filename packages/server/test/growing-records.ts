import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { buildBinding } from "./build-state.ts";

export const brainId = "brain";
export const installationId = "installation";

/** Creates a server with a brain and an installation, and more records. */
export function open(more: Partial<State> = {}): ReferenceServer {
  const organizationId = "organization";
  return createReferenceServer({
    seed: {
      version: 1,
      organizations: [{ id: organizationId, name: "North" }],
      apiKeys: [{ key: "key_of_organization", organizationId, role: "admin" }],
      brains: [{ id: brainId, organizationId, name: "Tides" }],
      installations: [{ id: installationId, organizationId, teamId: "T", teamName: "Team" }],
      ...more,
    },
  });
}

/** Returns the numbers from 0 up to a count. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Creates sources of a page. */
export function sources(prefix: string, count: number) {
  return numbers(count).map((index) => ({ ingestSourceId: `${prefix}${index}` }));
}

/** Creates channels of the installation. */
export function channels(count: number) {
  return numbers(count).map((index) => ({
    installationId,
    id: `C${index}`,
    name: "deck",
    isPrivate: false,
    isMember: true,
  }));
}

/** Creates bindings of the same channels to the brain. */
export function bindings(count: number) {
  return channels(count).map(({ id }) =>
    buildBinding({ id: `binding_${id}`, brainId, installationId, teamId: "T", channelId: id }),
  );
}
