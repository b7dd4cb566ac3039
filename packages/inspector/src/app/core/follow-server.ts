import type { Delivery, RequestSummary } from "@knowledge-base/server";
import type { App } from "./app.ts";
import { readEvents } from "./event-source.ts";
import type { Connection } from "./model.ts";
import { maxRequests } from "./request-log.ts";

/** What happens while the logs are loaded, which may be missing in them. */
interface Arrived {
  requests: readonly RequestSummary[];
  deliveries: readonly Delivery[];
}

/** Keeps the page up to date. */
export async function followServer(app: App): Promise<never> {
  let loading: Arrived | undefined;
  const loadLogs = async () => {
    const arrived: Arrived = { requests: [], deliveries: [] };
    loading = arrived;
    try {
      const requests = await app.controls.call("journal/summaries", { last: maxRequests });
      const deliveries = await app.controls.call("deliveries/list");
      if (loading !== arrived) return; // They are loaded once more.
      app.requests.set(requests);
      app.requests.add(arrived.requests);
      app.setDeliveries(deliveries);
      app.addDeliveries(arrived.deliveries);
    } finally {
      if (loading === arrived) loading = undefined;
    }
  };
  const loadAll = () => {
    app.invalidate();
    void app.attempt(loadLogs);
  };
  const connection = {
    canConnect: () => app.model.isAuthorized,
    onConnection: (state: Connection) => app.update({ connection: state }),
  };
  return readEvents(app.controls, connection, {
    start: loadAll,
    gap: loadAll,
    reset: () => {
      app.update({ usedFaults: [] });
      loadAll();
    },
    requests: (requests) => {
      app.requests.add(requests);
      if (loading) loading.requests = [...loading.requests, ...requests].slice(-maxRequests);
      const starters = requests.filter(({ operation, status }) => operation === "oauth.start" && status === 200);
      for (const { organizationId } of starters) app.invalidate(organizationId, "oauth");
      app.update({});
    },
    deliveries: (deliveries) => {
      app.addDeliveries(deliveries);
      if (loading) loading.deliveries = [...loading.deliveries, ...deliveries].slice(-maxRequests);
    },
    records: (records) => {
      for (const { organizationId } of records) app.invalidate(organizationId);
      // Lists of the whole server contain the records of each organization.
      if (records.some(({ action }) => action === "clear")) app.invalidate();
      else app.invalidate(null);
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
      else for (const { organizationId } of clocks) app.invalidate(organizationId);
    },
    cleared: (logs) => {
      if (logs.includes("journal")) app.requests.set([]);
      if (logs.includes("deliveries")) app.setDeliveries([]);
      if (loading) void app.attempt(loadLogs);
    },
  });
}
