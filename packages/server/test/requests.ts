import type { OperationId } from "@knowledge-base/types";
import type { SendOptions } from "./send.ts";

/** Ids in a request; by default those of {@link buildState}. */
export interface Target {
  readonly brainId?: string;
  readonly bindingId?: string;
  readonly slug?: string;
  readonly installationId?: string;
}

/** A request and the status of its successful response. */
export interface RequestCase {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly sending: SendOptions;
  readonly success: number;
}

/** Returns a request for each operation that succeeds with the state of {@link buildState}. */
export function requests(target: Target = {}): RequestCase[] {
  const { brainId = "brain_tides", bindingId = "binding_deck", slug = "spring-tide" } = target;
  const { installationId = "installation_north" } = target;
  const brain = `/v1/brains/${brainId}`;
  const binding = `${brain}/messaging/bindings/${bindingId}`;
  const none = { query: "", sending: {} };
  return [
    { ...none, id: "bindings.update", method: "PATCH", path: binding, sending: { json: {} }, success: 200 },
    { ...none, id: "pages.archive", method: "POST", path: `${brain}/pages/${slug}/archive`, success: 201 },
    {
      ...none,
      id: "channels.list",
      method: "GET",
      path: `${brain}/messaging/channels`,
      query: `?installationId=${installationId}`,
      success: 200,
    },
    { ...none, id: "promptIndex.get", method: "GET", path: `${brain}/index`, query: "?limit=5", success: 200 },
    { ...none, id: "oauth.start", method: "POST", path: `${brain}/messaging/oauth/start`, success: 200 },
    { ...none, id: "bindings.unbind", method: "DELETE", path: binding, success: 200 },
  ];
}
