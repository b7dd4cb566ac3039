import createClient from "openapi-fetch";
import type { paths } from "./generated/index.ts";
import { present, type ReceivedData } from "./received-data.ts";

/** Calls every operation through openapi-fetch, with what openapi-typescript generated. */
export async function callEveryOperation(baseUrl: string, apiKey: string): Promise<ReceivedData> {
  const client = createClient<paths>({ baseUrl, headers: { "x-api-key": apiKey } });
  const brainId = "brain_operations";
  const bindingId = "binding_bridge";
  const index = "/v1/brains/{brainId}/index";
  const binding = "/v1/brains/{brainId}/messaging/bindings/{bindingId}";

  const entries = await client.GET(index, { params: { path: { brainId }, query: { limit: 2 } } });
  const channels = await client.GET("/v1/brains/{brainId}/messaging/channels", {
    params: { path: { brainId }, query: { installationId: "installation_harbour_line" } },
  });
  const updated = await client.PATCH(binding, {
    params: { path: { brainId, bindingId } },
    body: { notifyBriefs: false },
  });
  const start = await client.POST("/v1/brains/{brainId}/messaging/oauth/start", { params: { path: { brainId } } });
  const page = await client.POST("/v1/brains/{brainId}/pages/{slug}/archive", {
    params: { path: { brainId, slug: "weather-limits" } },
  });
  const disconnect = await client.DELETE(binding, { params: { path: { brainId, bindingId } } });

  const stranger = createClient<paths>({ baseUrl, headers: { "x-api-key": "not-a-key" } });
  const failed = [
    await stranger.GET(index, { params: { path: { brainId } } }),
    await client.GET(index, { params: { path: { brainId }, query: { limit: 1.5 } } }),
    await client.GET(index, { params: { path: { brainId: "brain_unknown" } } }),
  ];
  return {
    entries: present(entries.data),
    channels: present(channels.data),
    binding: present(updated.data),
    start: present(start.data),
    page: present(page.data),
    disconnect: present(disconnect.data),
    errors: failed.map(({ error }) => present(error)),
  };
}
