import { randomBytes } from "node:crypto";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { readConfiguration } from "./src/configuration.ts";
import { paths } from "./src/paths.ts";
import { startApp } from "./src/start-app.ts";

// Starts the application with a reference server instead of the service and the messaging platform.
try {
  const server = createReferenceServer({ seed: demoSeed() });
  // With unref it ends when the application does.
  const service = await listen({ ...server, fetch: withControl(server) }, { unref: true });
  const url = await startApp(
    readConfiguration({
      SESSION_SECRET: randomBytes(32).toString("hex"),
      ...process.env,
      KNOWLEDGE_BASE_URL: service.url,
      KNOWLEDGE_BASE_API_KEY: server.apiKey,
    }),
  );
  server.control.organizations.update({ organizationId: "org_harbour_line", redirectUrl: url + paths.callback });
  console.log(`Open ${url}\nCtrl-C stops it.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
