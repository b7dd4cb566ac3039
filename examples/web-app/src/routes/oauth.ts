import { readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { Hono } from "hono";
import { findBrain } from "../brains.ts";
import { paths } from "../paths.ts";
import { callbackProblems } from "../problems.ts";
import type { PageEnvironment, Services } from "../services.ts";
import { showProblem } from "../show-problem.ts";

/** Routes of OAuth: the redirect to the platform, and the callback. */
export function oauthRoutes({ kb, messaging, sessions }: Services) {
  const routes = new Hono<PageEnvironment>();

  routes.post("/brains/:brainId/connect", async (c) => {
    const brainId = c.var.brain.id;
    const started = await kb.oauth.start({ brainId });
    await sessions.add(c, { brainId, state: readOAuthState(started), expiresAt: started.expiresAt });
    return c.redirect(started.authorizationUrl, 303);
  });

  routes.get(paths.callback, async (c) => {
    const flow = await sessions.find(c, c.req.query("state"));
    if (!flow) return showProblem(c, callbackProblems.state_mismatch);
    c.set("brain", findBrain(flow.brainId));
    const callback = readOAuthCallback(c.req.url, flow);
    const installation = await messaging.confirm(callback);
    await sessions.forget(c, flow);
    return c.redirect(paths.channels(flow.brainId, installation.id), 303);
  });

  return routes;
}
