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

// The types of what the client receives.
interface Received {
  readonly entries: readonly IndexEntry[] | undefined;
  readonly channels: readonly Channel[] | undefined;
  readonly updated: ChannelBinding | undefined;
  readonly start: OAuthStart | undefined;
  readonly page: Page | undefined;
  readonly disconnect: Disconnect | undefined;
  readonly error: ErrorBody | undefined;
}

const { data: entries } = await client.GET(index, { params: { path, query: { limit: 2 } } });
const { data: channels } = await client.GET("/v1/brains/{brainId}/messaging/channels", {
  params: { path, query: { installationId } },
});
const { data: updated } = await client.PATCH(binding, { params: { path: bindingPath }, body: { notifyBriefs: false } });
const { data: start } = await client.POST("/v1/brains/{brainId}/messaging/oauth/start", { params: { path } });
const { data: page } = await client.POST("/v1/brains/{brainId}/pages/{slug}/archive", { params: { path: pagePath } });
const { data: disconnect } = await client.DELETE(binding, { params: { path: bindingPath } });
const { error } = await client.GET(index, { params: { path: { brainId: "brain_unknown" } } });
const received: Received = { entries, channels, updated, start, page, disconnect, error };

deepEqual(
  [entries?.length, channels?.length, updated?.notifyBriefs, page?.status, disconnect, error?.statusCode],
  [2, 5, false, "archived", { disconnected: true }, 404],
);
deepEqual(received.start && new URL(received.start.authorizationUrl).searchParams.has("state"), true);
