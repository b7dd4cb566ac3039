import fc from "fast-check";
import { callService, sendRequest } from "./call.ts";
import * as pools from "./pools.ts";
import type { RawRequest } from "./request-rules.ts";
import { stepOf } from "./step.ts";
import type { World } from "./model-state.ts";

const { binding, brainId, flags, installationId, key, page } = pools;
const limit = pools.maybe("limit", fc.constantFrom(1, 2, 3, 500, 0, 501));

/** Calls of the client. */
export const serviceSteps = {
  updateBinding: stepOf({ binding, key, flags }, (chosen, world) => {
    const address = chosen.binding(world);
    return callService("bindings.update", { ...address, ...chosen.flags }, chosen.key(world, address.brainId));
  }),
  archivePage: stepOf({ page, key }, (chosen, world) => {
    const address = chosen.page(world);
    return callService("pages.archive", address, chosen.key(world, address.brainId));
  }),
  listChannels: stepOf({ brainId, installationId, key }, (chosen, world) => {
    const brain = chosen.brainId(world);
    const input = { brainId: brain, installationId: chosen.installationId(world) };
    return callService("channels.list", input, chosen.key(world, brain));
  }),
  getIndex: stepOf({ brainId, key, limit }, (chosen, world) => {
    const brain = chosen.brainId(world);
    return callService("promptIndex.get", { brainId: brain, ...chosen.limit }, chosen.key(world, brain));
  }),
  startOAuth: stepOf({ brainId, key }, (chosen, world) => {
    const brain = chosen.brainId(world);
    return callService("oauth.start", { brainId: brain }, chosen.key(world, brain), `started${world.starts + 1}`);
  }),
  unbindChannel: stepOf({ binding, key }, (chosen, world) => {
    const address = chosen.binding(world);
    return callService("bindings.unbind", address, chosen.key(world, address.brainId));
  }),
};

const bodies = [
  "{}",
  "",
  '{"notifyBriefs":false}',
  '{"notifyChanges":true,"colour":"red"}',
  '{"__proto__":{"notifyBriefs":1}}',
  "[]",
  "null",
  "true",
  '"x"',
  "{",
  '{"notifyBriefs":null}',
  '{"notifyBriefs":"true"}',
  '{"notifyConnections":0}',
];
const limits = ["2", "1", "3", "50", "500", "00002", "0", "501", "-1", "1.5", "", "x", "1e1", " 1"];
const spoilt = fc.constantFrom(undefined, undefined, undefined, undefined, undefined, "apiKey", "params", "twice");

/** Requests that no client sends, and some that one does. */
export const requestSteps = {
  updateBinding: stepOf(
    {
      binding,
      key,
      spoilt,
      text: fc.constantFrom(...bodies),
      contentType: fc.constantFrom({}, {}, {}, { contentType: "text/plain" }),
    },
    ({ text, contentType, ...chosen }, world) => {
      const body = { text, ...(text !== "" && contentType) };
      return requestOf({ operation: "bindings.update", params: { ...chosen.binding(world) }, ...body }, chosen, world);
    },
  ),
  archivePage: stepOf({ page, key, spoilt }, (chosen, world) =>
    requestOf({ operation: "pages.archive", params: { ...chosen.page(world) } }, chosen, world),
  ),
  listChannels: stepOf({ brainId, installationId, key, spoilt }, (chosen, world) => {
    const query = [["installationId", chosen.installationId(world)]] as const;
    return requestOf({ operation: "channels.list", params: { brainId: chosen.brainId(world) }, query }, chosen, world);
  }),
  getIndex: stepOf({ brainId, key, spoilt, text: fc.constantFrom(...limits) }, (chosen, world) => {
    const query = [["limit", chosen.text]] as const;
    return requestOf(
      { operation: "promptIndex.get", params: { brainId: chosen.brainId(world) }, query },
      chosen,
      world,
    );
  }),
  startOAuth: stepOf({ brainId, key, spoilt }, (chosen, world) =>
    requestOf({ operation: "oauth.start", params: { brainId: chosen.brainId(world) } }, chosen, world),
  ),
  unbindChannel: stepOf({ binding, key, spoilt }, (chosen, world) =>
    requestOf({ operation: "bindings.unbind", params: { ...chosen.binding(world) } }, chosen, world),
  ),
};

interface Spoilt {
  readonly key: (world: World, brainId: string) => string;
  readonly spoilt: string | undefined;
}

/** A request with at most one mistake besides those of its input. */
function requestOf(request: Omit<RawRequest, "apiKey">, { key: keyOf, spoilt: part }: Spoilt, world: World) {
  const { params, query = [] } = request;
  const { brainId: brain } = params;
  return sendRequest({
    ...request,
    params: part === "params" ? { ...params, brainId: null } : params,
    query: part === "twice" ? [...query, ...query] : query,
    apiKey: part === "apiKey" ? null : keyOf(world, brain ?? ""),
  });
}
