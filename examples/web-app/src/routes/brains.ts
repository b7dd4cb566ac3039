import { Hono } from "hono";
import { brains } from "../brains.ts";
import type { PageEnvironment, Services } from "../services.ts";
import { brainPage } from "../views/brain-page.ts";
import { homePage } from "../views/home-page.ts";

/** Routes of the brains and their connections. */
export function brainRoutes({ kb, messaging }: Services) {
  const routes = new Hono<PageEnvironment>();

  routes.get("/", (c) => c.html(homePage(brains)));

  routes.get("/brains/:brainId", async (c) => {
    const { brain } = c.var;
    const [entries, status] = await Promise.all([
      kb.promptIndex.get({ brainId: brain.id, limit: 4 }),
      messaging.status(brain.id),
    ]);
    return c.html(brainPage({ brain, entries, status, notice: c.req.query("notice") }));
  });

  return routes;
}
