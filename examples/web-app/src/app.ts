import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { findBrain } from "./brains.ts";
import { problemOf } from "./problems.ts";
import { bindingRoutes } from "./routes/bindings.ts";
import { brainRoutes } from "./routes/brains.ts";
import { channelRoutes } from "./routes/channels.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import type { PageEnvironment, Services } from "./services.ts";
import { showProblem } from "./show-problem.ts";

const publicFolder = join(import.meta.dirname, "../public");

/** Creates the application with its routes and the middleware that they share. */
export function createApp(services: Services) {
  const app = new Hono<PageEnvironment>();

  app.use(
    secureHeaders({
      // Without form-action: browsers also apply it to the redirect to the platform after the form.
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // With no-referrer, the CSRF check would not get the origin of a form.
      referrerPolicy: "same-origin",
    }),
  );
  app.use(serveStatic({ root: publicFolder }));
  app.use(csrf(), bodyLimit({ maxSize: 10 * 1024, onError: () => Promise.reject(new HTTPException(413)) }));
  app.use(async (c, next) => {
    c.header("Cache-Control", "no-store"); // The back button shows the current state.
    await next();
  });
  app.use("/brains/:brainId/*", async (c, next) => {
    c.set("brain", findBrain(c.req.param("brainId")));
    await next();
  });

  app.route("/", brainRoutes(services));
  app.route("/", oauthRoutes(services));
  app.route("/", channelRoutes(services));
  app.route("/", bindingRoutes(services));

  app.notFound((c) => showProblem(c, problemOf(new HTTPException(404))));
  app.onError((error, c) => {
    const problem = problemOf(error);
    // The path as it came, because c.req.path is decoded and may have more than one line.
    if (problem.status >= 500) console.error(`${c.req.method} ${new URL(c.req.url).pathname}: ${error.message}`);
    return showProblem(c, problem);
  });
  return app;
}
