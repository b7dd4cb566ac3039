import type { App } from "./app.ts";
import { readEvents } from "./event-source.ts";
import { maxRequests } from "./request-log.ts";

/** Keeps the page up to date. */
export async function followServer(app: App): Promise<never> {
  async function loadLogs(): Promise<void> {
    const requests = await app.controls.call("journal/summaries", { last: maxRequests });
    app.requests.set(requests);
    app.setDeliveries(await app.controls.call("deliveries/list"));
  }
  // The handlers below add what happens while the logs are read.
  const loadAll = () => {
    app.invalidate();
    loadLogs().catch((error: unknown) => app.notify({ kind: "failed", text: String(error) }));
  };
  return readEvents(app.controls, {
    onConnection: (isConnected) => app.update({ isConnected }),
    start: loadAll,
    gap: loadAll,
    reset: () => {
      app.update({ usedFaults: [] });
      loadAll();
    },
    requests: (requests) => {
      app.requests.add(requests);
      const starters = requests.filter(({ operation, status }) => operation === "oauth.start" && status === 200);
      for (const { organizationId } of starters) app.invalidate(organizationId, "oauth");
      app.update({});
    },
    deliveries: (deliveries) => app.addDeliveries(deliveries),
    records: (records) => {
      for (const { organizationId } of records) app.invalidate(organizationId);
      // The lists of organizations and keys belong to the whole server.
      if (records.some(({ action }) => action === "clear")) app.invalidate();
      else app.invalidate(null, "organizations");
    },
    faults: (faults) => {
      for (const fault of faults) {
        app.invalidate(fault.organizationId, "faults");
        if (fault.action === "used") app.addUsedFault(fault);
      }
    },
    clocks: (clocks) => {
      // The clocks of the organizations follow that of the server.
      if (clocks.some(({ organizationId }) => organizationId === null)) app.invalidate();
      else for (const { organizationId } of clocks) app.invalidate(organizationId, "clock");
    },
    cleared: (logs) => {
      if (logs.includes("journal")) app.requests.set([]);
      if (logs.includes("deliveries")) app.setDeliveries([]);
    },
  });
}
