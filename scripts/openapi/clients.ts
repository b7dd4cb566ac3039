import { deepEqual } from "node:assert/strict";
import type {
  Channel,
  ChannelBinding,
  Disconnect,
  ErrorBody,
  IndexEntry,
  OAuthStart,
  Page,
} from "@knowledge-base/types";
import createFetchClient from "openapi-fetch";
import { createClient, createConfig } from "./.build/hey-api/client/index.js";
import * as heyApi from "./.build/hey-api/index.js";
import type { paths } from "./.build/paths.js";

// Calls every operation of a reference server with one of the generated clients: `clients.js CLIENT URL KEY`.

const [name, baseUrl, apiKey] = process.argv.slice(2);

// The responses that a client receives. The types of the generated clients must fit the project's types.
interface Received {
  readonly entries: readonly IndexEntry[] | undefined;
  readonly channels: readonly Channel[] | undefined;
  readonly binding: ChannelBinding | undefined;
  readonly start: OAuthStart | undefined;
  readonly page: Page | undefined;
  readonly disconnect: Disconnect | undefined;
  readonly error: ErrorBody | undefined;
}

const brainId = "brain_operations";
const slug = "weather-limits";
const bindingId = "binding_bridge";
const installationId = "installation_harbour_line";

const { entries, channels, binding, start, page, disconnect, error } =
  name === "hey-api" ? await callWithHeyApi() : await callWithOpenApiFetch();
deepEqual(
  [entries?.length, channels?.length, binding?.notifyBriefs, page?.status, disconnect, error?.statusCode],
  [2, 5, false, "archived", { disconnected: true }, 404],
);
deepEqual(start && new URL(start.authorizationUrl).searchParams.has("state"), true);

async function callWithOpenApiFetch(): Promise<Received> {
  const client = createFetchClient<paths>({ baseUrl, headers: { "x-api-key": apiKey } });
  const index = "/v1/brains/{brainId}/index";
  const channels = "/v1/brains/{brainId}/messaging/channels";
  const binding = "/v1/brains/{brainId}/messaging/bindings/{bindingId}";
  const start = "/v1/brains/{brainId}/messaging/oauth/start";
  const archive = "/v1/brains/{brainId}/pages/{slug}/archive";
  const path = { brainId };
  const bindingPath = { brainId, bindingId };
  return {
    entries: (await client.GET(index, { params: { path, query: { limit: 2 } } })).data,
    channels: (await client.GET(channels, { params: { path, query: { installationId } } })).data,
    binding: (await client.PATCH(binding, { params: { path: bindingPath }, body: { notifyBriefs: false } })).data,
    start: (await client.POST(start, { params: { path } })).data,
    page: (await client.POST(archive, { params: { path: { brainId, slug } } })).data,
    disconnect: (await client.DELETE(binding, { params: { path: bindingPath } })).data,
    error: (await client.GET(index, { params: { path: { brainId: "brain_unknown" } } })).error,
  };
}

async function callWithHeyApi(): Promise<Received> {
  const client = createClient(createConfig({ baseUrl, auth: apiKey }));
  const { promptIndexGet, channelsList, bindingsUpdate, oauthStart, pagesArchive, bindingsUnbind } = heyApi;
  const path = { brainId };
  return {
    entries: (await promptIndexGet({ client, path, query: { limit: 2 } })).data,
    channels: (await channelsList({ client, path, query: { installationId } })).data,
    binding: (await bindingsUpdate({ client, path: { brainId, bindingId }, body: { notifyBriefs: false } })).data,
    start: (await oauthStart({ client, path })).data,
    page: (await pagesArchive({ client, path: { brainId, slug } })).data,
    disconnect: (await bindingsUnbind({ client, path: { brainId, bindingId } })).data,
    error: (await promptIndexGet({ client, path: { brainId: "brain_unknown" } })).error,
  };
}
