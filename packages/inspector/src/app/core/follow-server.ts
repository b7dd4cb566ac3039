import type { App } from "./app.ts";
import { maxRequests } from "./request-log.ts";
import { readEvents, type ServerChange } from "./server-events.ts";
import { SharedConnection } from "./shared-connection.ts";

const retryMs = 1000;

/** Milliseconds after which it is checked again whether the page can connect. */
const checkMs = 100;

/** Keeps the page up to date, also after the connection was lost. */
export async function followServer(app: App): Promise<never> {
  const connection = new SharedConnection();
  for (;;) {
    while (!app.model.isAuthorized || connection.isReleased) await wait(checkMs);
    try {
      // The server collects further changes while one is applied.
      for await (const change of readEvents(app.controls, connection.open())) await applyChange(app, change);
    } catch {
      // The connection is lost, or the server does not respond.
    }
    app.update({ connection: connection.isReleased ? "connecting" : "lost" });
    if (!connection.isReleased) await wait(retryMs);
  }
}

async function applyChange(app: App, change: ServerChange | undefined): Promise<void> {
  if (!change) {
    app.update({ connection: "open" });
    app.invalidate();
    await loadRequests(app);
    return;
  }
  const { changed, requests: ids } = change;
  for (const { organizationId, what } of changed) invalidate(app, organizationId, what);
  if (changed.some(({ organizationId, what }) => organizationId === null && what.includes("journal"))) {
    await loadRequests(app);
  } else if (ids.length > 0) {
    app.requests.add(await app.controls.call("journal/summaries", { ids }));
    app.update({});
  }
}

/** Loads all requests: the journal is another one, or was cleared. */
async function loadRequests(app: App): Promise<void> {
  app.requests.set(await app.controls.call("journal/summaries", { last: maxRequests }));
  app.update({});
}

function invalidate(app: App, organizationId: string | null, what: ServerChange["changed"][number]["what"]): void {
  if (!what.includes("records") && !what.includes("clock")) {
    for (const part of what) app.invalidate(organizationId, part);
  } else if (organizationId === null) {
    // The clocks of the organizations follow that of the server.
    app.invalidate();
  } else {
    app.invalidate(organizationId);
    // Lists of the whole server contain the records of each organization.
    app.invalidate(null, "records");
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
