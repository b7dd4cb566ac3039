import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import { readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { secureHeaders } from "hono/secure-headers";
import type { Messaging } from "./messaging.ts";
import { callbackProblems, findProblem } from "./problems.ts";
import { findSession, openSession, type Session } from "./sessions.ts";
import { channelsPage, homePage, problemPage, signInPage } from "./views.ts";

const stylesheet = join(import.meta.dirname, "../page/style.css");
const maxFlows = 5;

interface AppOptions {
  readonly baseUrl: string;
  readonly messaging: Messaging;
}

/** Creates the application: a user signs in, connects a workspace with OAuth, and chooses channels for a brain. */
export function createApp({ baseUrl, messaging }: AppOptions) {
  const app = new Hono<{ readonly Variables: { readonly session: Session } }>();

  // Without form-action: browsers also apply it to the redirect to the platform after the form.
  const contentSecurityPolicy = { defaultSrc: ["'none'"], styleSrc: ["'self'"], frameAncestors: ["'none'"] };
  // With no-referrer, the check of forged forms wouldn't get the origin of a form.
  app.use(secureHeaders({ contentSecurityPolicy, referrerPolicy: "same-origin" }), csrf());
  app.use(async (c, next) => {
    c.header("Cache-Control", "no-store"); // The back button shows the current state.
    await next();
  });
  app.onError((error, c) => {
    const { status, text } = findProblem(error);
    if (status === 500) console.error(error);
    return c.html(problemPage(text, c.req.method === "GET" ? c.req.url : "/"), status);
  });

  app.get("/style.css", async (c) => c.body(await readFile(stylesheet, "utf8"), 200, { "content-type": "text/css" }));
  app.get("/sign-in", (c) => c.html(signInPage()));
  app.post("/sign-in", async (c) => {
    const { key, brain } = await c.req.parseBody<{ key: string; brain: string }>();
    // Shorter than the defaults, because a user waits for each page.
    const kb = new KnowledgeBase({ baseUrl, apiKey: key, timeout: 3000, deadline: 8000 });
    const { error } = await kb.promptIndex.get({ brainId: brain, limit: 1 }).safe();
    if (isKnowledgeBaseError(error, "unauthorized") || isKnowledgeBaseError(error, "not_found"))
      return c.html(signInPage("No brain opens with this key."), 401);
    if (error) throw error;
    openSession(c, { kb, brainId: brain, flows: [] });
    return c.redirect("/", 303);
  });

  // All pages below belong to a user who has signed in.
  app.use(async (c, next) => {
    const session = findSession(c);
    if (!session) return c.redirect("/sign-in", 303);
    c.set("session", session);
    return next();
  });

  app.get("/", async (c) => {
    const { session } = c.var;
    const { notice } = session;
    const status = await messaging.status(session.brainId);
    delete session.notice;
    return c.html(homePage({ ...status, notice }));
  });

  app.post("/connect", async (c) => {
    const { kb, brainId, flows } = c.var.session;
    const started = await kb.oauth.start({ brainId });
    flows.push({ state: readOAuthState(started), expiresAt: started.expiresAt });
    flows.splice(0, flows.length - maxFlows);
    return c.redirect(started.authorizationUrl, 303);
  });

  app.get("/oauth/callback", async (c) => {
    const { flows } = c.var.session;
    const flow = flows.find(({ state }) => state === c.req.query("state")) ?? flows.at(-1);
    if (!flow) return c.html(problemPage(callbackProblems.state_mismatch.text, "/"), 403);
    const callback = readOAuthCallback(c.req.url, flow);
    const installation = await messaging.confirm(callback);
    flows.splice(flows.indexOf(flow), 1);
    return c.redirect(`/installations/${encodeURIComponent(installation.id)}`, 303);
  });

  app.get("/installations/:installationId", async (c) => {
    const { kb, brainId } = c.var.session;
    return c.html(channelsPage(await kb.channels.list({ brainId, ...c.req.param() })));
  });

  app.post("/installations/:installationId", async (c) => {
    const { session } = c.var;
    const { kb, brainId } = session;
    const { channel: channelId } = await c.req.parseBody();
    const channels = await kb.channels.list({ brainId, ...c.req.param() });
    const channel = channels.find(({ id, isMember }) => id === channelId && isMember);
    if (!channel) return c.html(channelsPage(channels, "Please choose a channel that the bot is a member of."), 422);
    await messaging.bind({ brainId, ...c.req.param(), channelId: channel.id });
    session.notice = `#${channel.name} is connected.`;
    return c.redirect("/", 303);
  });

  app.post("/bindings/:bindingId", async (c) => {
    const { session } = c.var;
    const form = await c.req.parseBody();
    // Browsers leave out a box that isn't checked.
    const { channelName } = await session.kb.bindings.update({
      brainId: session.brainId,
      ...c.req.param(),
      notifyBriefs: "notifyBriefs" in form,
      notifyConnections: "notifyConnections" in form,
      notifyChanges: "notifyChanges" in form,
    });
    session.notice = `The choices for #${channelName} are saved.`;
    return c.redirect("/", 303);
  });

  app.post("/bindings/:bindingId/disconnect", async (c) => {
    const { session } = c.var;
    const result = await session.kb.bindings.unbind({ brainId: session.brainId, ...c.req.param() }).safe();
    // After a second click or a lost response, the binding was removed already.
    if (!result.ok && result.error.code !== "not_found") throw result.error;
    session.notice = "The channel is disconnected.";
    return c.redirect("/", 303);
  });

  return app;
}
