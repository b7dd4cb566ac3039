import type { OperationId } from "@knowledge-base/types";
import type { SendOptions } from "./open-server.ts";

/** Ids in a request; by default those of {@link buildState}. */
export type RequestIds = { brainId?: string; bindingId?: string; slug?: string; installationId?: string };

type Row = { method: string; path: string; query?: string; sending?: SendOptions; success: number };

/** Returns a request for each operation that succeeds with the state of {@link buildState}, and the status of its response. */
export function requests(target: RequestIds = {}) {
  const { brainId = "brain_tides", bindingId = "binding_deck", slug = "spring-tide" } = target;
  const { installationId = "installation_north" } = target;
  const brain = `/v1/brains/${brainId}`;
  const channels = `${brain}/messaging/channels`;
  const binding = `${brain}/messaging/bindings/${bindingId}`;
  // The compiler requires a request for each operation.
  const all: { readonly [Id in OperationId]: Row } = {
    "bindings.update": { method: "PATCH", path: binding, sending: { json: {} }, success: 200 },
    "pages.archive": { method: "POST", path: `${brain}/pages/${slug}/archive`, success: 201 },
    "channels.list": { method: "GET", path: channels, query: `?installationId=${installationId}`, success: 200 },
    "promptIndex.get": { method: "GET", path: `${brain}/index`, query: "?limit=5", success: 200 },
    "oauth.start": { method: "POST", path: `${brain}/messaging/oauth/start`, success: 200 },
    "bindings.unbind": { method: "DELETE", path: binding, success: 200 },
  };
  return Object.entries(all).map(([id, { query = "", sending = {}, ...rest }]) => {
    return { id: id as OperationId, query, sending, ...rest };
  });
}
