import type { OperationName } from "../api/operation-name.ts";
import type { Records } from "../records/records.ts";

/** The records that a request is about. */
export interface RequestTarget {
  readonly brainId: string;
  readonly bindingId: string;
  readonly installationId: string;
  readonly slug: string;
}

/** Returns a valid request to an operation, about the records of the first organization unless the target differs. */
export function validRequest(records: Records, operation: OperationName, target: Partial<RequestTarget> = {}) {
  const { brainId, bindingId, installationId, slug } = {
    brainId: records.brainId,
    bindingId: records.bindingId,
    installationId: records.installationId,
    slug: records.pageSlug,
    ...target,
  };
  const brain = `/brains/${encodeURIComponent(brainId)}`;
  const binding = `${brain}/messaging/bindings/${encodeURIComponent(bindingId)}`;
  const requests = {
    updateBinding: { method: "PATCH", path: binding, body: { notifyBriefs: false } },
    archivePage: { method: "POST", path: `${brain}/pages/${encodeURIComponent(slug)}/archive` },
    listChannels: {
      method: "GET",
      path: `${brain}/messaging/channels?installationId=${encodeURIComponent(installationId)}`,
    },
    readIndex: { method: "GET", path: `${brain}/index?limit=5` },
    startOauth: { method: "POST", path: `${brain}/messaging/oauth/start` },
    unbindChannel: { method: "DELETE", path: binding },
  };
  return requests[operation];
}
