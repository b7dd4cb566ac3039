import createFetchClient from "openapi-fetch";
import { createClient, createConfig } from "./.build/hey-api/client/index.js";
import * as heyApi from "./.build/hey-api/index.js";
import type { paths } from "./.build/paths.js";
import type { CallEverything } from "./received.ts";

const brainId = "brain_operations";
const slug = "weather-limits";
const bindingId = "binding_bridge";
const installationId = "installation_harbour_line";

/** Calls every operation through openapi-fetch, with the types that openapi-typescript generated. */
export const callWithOpenApiFetch: CallEverything = async (baseUrl, apiKey) => {
  const client = createFetchClient<paths>({ baseUrl, headers: { "x-api-key": apiKey } });
  const stranger = createFetchClient<paths>({ baseUrl, headers: { "x-api-key": "not-a-key" } });
  const index = "/v1/brains/{brainId}/index";
  const channels = "/v1/brains/{brainId}/messaging/channels";
  const binding = "/v1/brains/{brainId}/messaging/bindings/{bindingId}";
  const start = "/v1/brains/{brainId}/messaging/oauth/start";
  const archive = "/v1/brains/{brainId}/pages/{slug}/archive";
  const path = { brainId };
  return {
    entries: (await client.GET(index, { params: { path, query: { limit: 2 } } })).data,
    channels: (await client.GET(channels, { params: { path, query: { installationId } } })).data,
    binding: (await client.PATCH(binding, { params: { path: { brainId, bindingId } }, body: { notifyBriefs: false } }))
      .data,
    start: (await client.POST(start, { params: { path } })).data,
    page: (await client.POST(archive, { params: { path: { brainId, slug } } })).data,
    disconnect: (await client.DELETE(binding, { params: { path: { brainId, bindingId } } })).data,
    errors: [
      (await stranger.GET(index, { params: { path } })).error,
      (await client.GET(index, { params: { path, query: { limit: 1.5 } } })).error,
      (await client.GET(index, { params: { path: { brainId: "brain_unknown" } } })).error,
    ],
  };
};

/** Calls every operation through the functions that @hey-api/openapi-ts generated. */
export const callWithHeyApi: CallEverything = async (baseUrl, apiKey) => {
  const client = createClient(createConfig({ baseUrl, auth: apiKey }));
  const stranger = createClient(createConfig({ baseUrl, auth: "not-a-key" }));
  const { promptIndexGet, channelsList, bindingsUpdate, oauthStart, pagesArchive, bindingsUnbind } = heyApi;
  const path = { brainId };
  return {
    entries: (await promptIndexGet({ client, path, query: { limit: 2 } })).data,
    channels: (await channelsList({ client, path, query: { installationId } })).data,
    binding: (await bindingsUpdate({ client, path: { brainId, bindingId }, body: { notifyBriefs: false } })).data,
    start: (await oauthStart({ client, path })).data,
    page: (await pagesArchive({ client, path: { brainId, slug } })).data,
    disconnect: (await bindingsUnbind({ client, path: { brainId, bindingId } })).data,
    errors: [
      (await promptIndexGet({ client: stranger, path })).error,
      (await promptIndexGet({ client, path, query: { limit: 1.5 } })).error,
      (await promptIndexGet({ client, path: { brainId: "brain_unknown" } })).error,
    ],
  };
};
