import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { paths } from "../paths.ts";
import type { PageEnvironment, Services } from "../services.ts";
import { channelsPage } from "../views/channels-page.ts";

/** Routes of the channels of a workspace: listing them, and binding one. */
export function channelRoutes({ kb, messaging }: Services) {
  const routes = new Hono<PageEnvironment>();

  async function readChannels(c: Context<PageEnvironment, "/brains/:brainId/installations/:installationId">) {
    const { brain } = c.var;
    const [channels, { installations, bindings }] = await Promise.all([
      kb.channels.list({ brainId: brain.id, installationId: c.req.param("installationId") }),
      messaging.status(brain.id),
    ]);
    const installation = installations.find(({ id }) => id === c.req.param("installationId"));
    if (!installation) throw new HTTPException(404);
    const isBound = (channelId: string) =>
      bindings.some((binding) => binding.installationId === installation.id && binding.channelId === channelId);
    return {
      brain,
      installation,
      channels: channels.map((channel) => ({ ...channel, isBound: isBound(channel.id) })),
    };
  }

  routes.get("/brains/:brainId/installations/:installationId", async (c) =>
    c.html(channelsPage(await readChannels(c))),
  );

  routes.post("/brains/:brainId/installations/:installationId", async (c) => {
    const [{ channel: channelId }, shown] = await Promise.all([c.req.parseBody(), readChannels(c)]);
    const channel = shown.channels.find(({ id }) => id === channelId);
    if (!channel?.isMember) return c.html(channelsPage({ ...shown, isRejected: true }), 422);
    const ids = { brainId: shown.brain.id, installationId: shown.installation.id, channelId: channel.id };
    const binding = await messaging.bind(ids);
    return c.redirect(`${paths.binding(ids.brainId, binding.id)}?notice=connected`, 303);
  });

  return routes;
}
