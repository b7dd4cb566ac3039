import type { ReferenceServer } from "@knowledge-base/server";

/** What the controls show of a server: its records, and the tools of the server and of an organization. */
export function visibleState(server: ReferenceServer): unknown {
  const tools = [server, server.organization("org_north")].map(({ clock, faults, journal, deliveries }) => {
    return [clock.status(), faults.list(), journal.entries(), deliveries.list()];
  });
  return [server.snapshot(), ...tools];
}
