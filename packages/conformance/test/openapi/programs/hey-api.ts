import { createClient, createConfig } from "./generated/client/index.ts";
import {
  bindingsUnbind,
  bindingsUpdate,
  channelsList,
  oauthStart,
  pagesArchive,
  promptIndexGet,
} from "./generated/index.ts";
import { present, type ReceivedData } from "./received-data.ts";

/** Calls every operation through the functions that @hey-api/openapi-ts generated. */
export async function callEveryOperation(baseUrl: string, apiKey: string): Promise<ReceivedData> {
  const client = createClient(createConfig({ baseUrl, auth: apiKey }));
  const brainId = "brain_operations";
  const bindingId = "binding_bridge";

  const entries = await promptIndexGet({ client, path: { brainId }, query: { limit: 2 } });
  const channels = await channelsList({
    client,
    path: { brainId },
    query: { installationId: "installation_harbour_line" },
  });
  const updated = await bindingsUpdate({ client, path: { brainId, bindingId }, body: { notifyBriefs: false } });
  const start = await oauthStart({ client, path: { brainId } });
  const page = await pagesArchive({ client, path: { brainId, slug: "weather-limits" } });
  const disconnect = await bindingsUnbind({ client, path: { brainId, bindingId } });

  const stranger = createClient(createConfig({ baseUrl, auth: "not-a-key" }));
  const failed = [
    await promptIndexGet({ client: stranger, path: { brainId } }),
    await promptIndexGet({ client, path: { brainId }, query: { limit: 1.5 } }),
    await promptIndexGet({ client, path: { brainId: "brain_unknown" } }),
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
