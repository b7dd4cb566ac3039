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
import createClient from "openapi-fetch";
import type { paths } from "./.build/paths.ts";

// Calls every operation of a reference server with the generated types, which must fit the project's: `client.ts URL KEY`.

const [baseUrl = "", apiKey] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { "x-api-key": apiKey } });

const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const index = "/v1/brains/{brainId}/index";
const binding = "/v1/brains/{brainId}/messaging/bindings/{bindingId}";
const path = { brainId };
const bindingPath = { brainId, bindingId: "binding_bridge" };
const pagePath = { brainId, slug: "weather-limits" };

const entries: readonly IndexEntry[] | undefined = (await client.GET(index, { params: { path, query: { limit: 2 } } }))
  .data;
const channels: readonly Channel[] | undefined = (
  await client.GET("/v1/brains/{brainId}/messaging/channels", { params: { path, query: { installationId } } })
).data;
const updated: ChannelBinding | undefined = (
  await client.PATCH(binding, { params: { path: bindingPath }, body: { notifyBriefs: false } })
).data;
const start: OAuthStart | undefined = (
  await client.POST("/v1/brains/{brainId}/messaging/oauth/start", { params: { path } })
).data;
const page: Page | undefined = (
  await client.POST("/v1/brains/{brainId}/pages/{slug}/archive", { params: { path: pagePath } })
).data;
const disconnect: Disconnect | undefined = (await client.DELETE(binding, { params: { path: bindingPath } })).data;
const error: ErrorBody | undefined = (await client.GET(index, { params: { path: { brainId: "brain_unknown" } } }))
  .error;

deepEqual(
  [entries?.length, channels?.length, updated?.notifyBriefs, page?.status, disconnect, error?.statusCode],
  [2, 5, false, "archived", { disconnected: true }, 404],
);
deepEqual(start && new URL(start.authorizationUrl).searchParams.has("state"), true);
