import type { OperationId } from "@knowledge-base/types";
import type { SendOptions } from "./open-server.ts";

/** Ids in a request; by default those of {@link buildState}. */
export interface RequestIds {
  readonly brainId?: string;
  readonly bindingId?: string;
  readonly slug?: string;
  readonly installationId?: string;
}

/** Returns a request for each operation that succeeds with the state of {@link buildState}, and the status of its response. */
export function requests(target: RequestIds = {}) {
  const { brainId = "brain_tides", bindingId = "binding_deck", slug = "spring-tide" } = target;
  const { installationId = "installation_north" } = target;
  const brain = `/v1/brains/${brainId}`;
  const binding = `${brain}/messaging/bindings/${bindingId}`;
  // The compiler requires a request for each operation.
  const all: { readonly [Id in OperationId]: Row } = {
    "bindings.update": [200, "PATCH", binding, "", { json: {} }],
    "pages.archive": [201, "POST", `${brain}/pages/${slug}/archive`],
    "channels.list": [200, "GET", `${brain}/messaging/channels`, `?installationId=${installationId}`],
    "promptIndex.get": [200, "GET", `${brain}/index`, "?limit=5"],
    "oauth.start": [200, "POST", `${brain}/messaging/oauth/start`],
    "bindings.unbind": [200, "DELETE", binding],
  };
  return Object.entries(all).map(([id, [success, method, path, query = "", sending = {}]]) => {
    return { id: id as OperationId, method, path, query, sending, success };
  });
}

type Row = readonly [success: number, method: string, path: string, query?: string, sending?: SendOptions];
