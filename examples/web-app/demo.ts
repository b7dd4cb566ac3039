import { randomBytes } from "node:crypto";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { readConfiguration } from "./src/configuration.ts";
import { paths } from "./src/paths.ts";
import { startApp } from "./src/start-app.ts";

// The application, and beside it a reference server in the place of the service and of the messaging platform.
const server = createReferenceServer({ seed: demoSeed() });
const service = await listen({ ...server, fetch: withControl(server) });

const app = await startApp(
  readConfiguration({
    SESSION_SECRET: randomBytes(32).toString("hex"),
    ...process.env,
    KNOWLEDGE_BASE_URL: service.url,
    KNOWLEDGE_BASE_API_KEY: server.apiKey,
  }),
);
server.control.organizations.update({
  organizationId: "org_harbour_line",
  redirectUrl: app.url + paths.callback,
});
console.log(`Open ${app.url}\nCtrl-C stops it.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  app.close();
  await service.close();
}
