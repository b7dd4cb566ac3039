import { Hono } from "hono";
import { paths } from "../paths.ts";
import type { PageEnvironment, Services } from "../services.ts";
import { bindingPage } from "../views/binding-page.ts";

/** Routes of a connected channel: its flags, and disconnecting it. */
export function bindingRoutes({ kb }: Services) {
  const routes = new Hono<PageEnvironment>();

  routes.get("/brains/:brainId/bindings/:bindingId", async (c) => {
    const { brain } = c.var;
    // An update without flags changes nothing, and returns the binding.
    const binding = await kb.bindings.update({ brainId: brain.id, bindingId: c.req.param("bindingId") });
    return c.html(bindingPage({ brain, binding, notice: c.req.query("notice") }));
  });

  routes.post("/brains/:brainId/bindings/:bindingId", async (c) => {
    const brainId = c.var.brain.id;
    const form = await c.req.parseBody();
    // Browsers leave out a box that is not checked.
    const binding = await kb.bindings.update({
      brainId,
      bindingId: c.req.param("bindingId"),
      notifyBriefs: "notifyBriefs" in form,
      notifyConnections: "notifyConnections" in form,
      notifyChanges: "notifyChanges" in form,
    });
    return c.redirect(`${paths.binding(brainId, binding.id)}?notice=saved`, 303);
  });

  routes.post("/brains/:brainId/bindings/:bindingId/disconnect", async (c) => {
    const brainId = c.var.brain.id;
    const result = await kb.bindings.unbind({ brainId, bindingId: c.req.param("bindingId") }).safe();
    // After a second click or a lost response, the binding was removed already.
    if (!result.ok && result.error.code !== "not_found") throw result.error;
    return c.redirect(`${paths.brain(brainId)}?notice=disconnected`, 303);
  });

  return routes;
}
