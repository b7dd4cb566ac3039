import fc from "fast-check";
import { callService, sendRequest, stepOf } from "./call.ts";
import type { ModelState } from "./model-state.ts";
import * as pools from "./pools.ts";
import type { RawRequest } from "./request-rules.ts";

const { binding, brainId, flags, installationId, key, page } = pools;
const limit = pools.maybe("limit", fc.constantFrom(1, 2, 3, 500, 0, 501));

/** Calls of the client. */
export const serviceSteps = {
  updateBinding: stepOf({ binding, key, flags }, (chosen, modelState) => {
    const address = chosen.binding(modelState);
    return callService("bindings.update", { ...address, ...chosen.flags }, chosen.key(modelState, address.brainId));
  }),
  archivePage: stepOf({ page, key }, (chosen, modelState) => {
    const address = chosen.page(modelState);
    return callService("pages.archive", address, chosen.key(modelState, address.brainId));
  }),
  listChannels: stepOf({ brainId, installationId, key }, (chosen, modelState) => {
    const brain = chosen.brainId(modelState);
    const input = { brainId: brain, installationId: chosen.installationId(modelState) };
    return callService("channels.list", input, chosen.key(modelState, brain));
  }),
  getIndex: stepOf({ brainId, key, limit }, (chosen, modelState) => {
    const brain = chosen.brainId(modelState);
    return callService("promptIndex.get", { brainId: brain, ...chosen.limit }, chosen.key(modelState, brain));
  }),
  startOAuth: stepOf({ brainId, key }, (chosen, modelState) => {
    const brain = chosen.brainId(modelState);
    return callService(
      "oauth.start",
      { brainId: brain },
      chosen.key(modelState, brain),
      `started${modelState.starts + 1}`,
    );
  }),
  unbindChannel: stepOf({ binding, key }, (chosen, modelState) => {
    const address = chosen.binding(modelState);
    return callService("bindings.unbind", address, chosen.key(modelState, address.brainId));
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
    ({ text, contentType, ...chosen }, modelState) => {
      const body = { text, ...(text !== "" && contentType) };
      return requestOf(
        { operation: "bindings.update", params: { ...chosen.binding(modelState) }, ...body },
        chosen,
        modelState,
      );
    },
  ),
  archivePage: stepOf({ page, key, spoilt }, (chosen, modelState) =>
    requestOf({ operation: "pages.archive", params: { ...chosen.page(modelState) } }, chosen, modelState),
  ),
  listChannels: stepOf({ brainId, installationId, key, spoilt }, (chosen, modelState) => {
    const query = [["installationId", chosen.installationId(modelState)]] as const;
    return requestOf(
      { operation: "channels.list", params: { brainId: chosen.brainId(modelState) }, query },
      chosen,
      modelState,
    );
  }),
  getIndex: stepOf({ brainId, key, spoilt, text: fc.constantFrom(...limits) }, (chosen, modelState) => {
    const query = [["limit", chosen.text]] as const;
    return requestOf(
      { operation: "promptIndex.get", params: { brainId: chosen.brainId(modelState) }, query },
      chosen,
      modelState,
    );
  }),
  startOAuth: stepOf({ brainId, key, spoilt }, (chosen, modelState) =>
    requestOf({ operation: "oauth.start", params: { brainId: chosen.brainId(modelState) } }, chosen, modelState),
  ),
  unbindChannel: stepOf({ binding, key, spoilt }, (chosen, modelState) =>
    requestOf({ operation: "bindings.unbind", params: { ...chosen.binding(modelState) } }, chosen, modelState),
  ),
};

interface Spoilt {
  readonly key: (modelState: ModelState, brainId: string) => string;
  readonly spoilt: string | undefined;
}

/** A request with at most one mistake besides those of its input. */
function requestOf(request: Omit<RawRequest, "apiKey">, { key: keyOf, spoilt: part }: Spoilt, modelState: ModelState) {
  const { params, query = [] } = request;
  const { brainId: brain } = params;
  return sendRequest({
    ...request,
    params: part === "params" ? { ...params, brainId: null } : params,
    query: part === "twice" ? [...query, ...query] : query,
    apiKey: part === "apiKey" ? null : keyOf(modelState, brain ?? ""),
  });
}
