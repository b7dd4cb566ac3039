import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { test as base, expect, type Page } from "@playwright/test";
import { paths } from "../src/paths.ts";
import { Program } from "./program.ts";

/** Shared by the tests of a worker: a service in this process, and the application in its own process. */
interface WorkerFixtures {
  readonly seed: ReturnType<typeof demoSeed>;
  readonly setup: {
    readonly server: ReferenceServer;
    /** Environment variables of the application. */
    readonly environment: NodeJS.ProcessEnv;
    readonly app: Program;
    readonly appUrl: string;
    /** Does something while the service is away, and has it back afterwards, at the same address. */
    readonly withoutService: (act: () => Promise<void>) => Promise<void>;
  };
}

interface TestFixtures {
  /** The service as each test begins: with the demo seed, and nothing that goes wrong. */
  readonly server: ReferenceServer;
}

/** A test of the application in a browser. Neither page nor header nor log may ever show the API key. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  seed: [demoSeed(), { option: true, scope: "worker" }],

  setup: [
    async ({ seed }, use) => {
      const server = createReferenceServer({ seed });
      const served = { ...server, fetch: withControl(server) };
      let service = await listen(served);
      const environment = {
        KNOWLEDGE_BASE_URL: service.url,
        KNOWLEDGE_BASE_API_KEY: server.apiKey,
        SESSION_SECRET: "only-for-tests-0123456789abcdefghij",
        PORT: "0",
      };
      await using app = new Program("main.ts", environment);
      await use({
        server,
        environment,
        app,
        appUrl: await app.url(),
        async withoutService(act) {
          await service.close();
          try {
            await act();
          } finally {
            service = await listen(served, { port: service.port });
          }
        },
      });
      expect(await app.stop()).toBe(0);
      expect(app.output).not.toContain(server.apiKey);
      await service.close();
    },
    { scope: "worker" },
  ],

  server: async ({ setup: { server, appUrl } }, use) => {
    server.reset();
    server.control.organizations.update({ organizationId: "org_harbour_line", redirectUrl: appUrl + paths.callback });
    await use(server);
  },

  baseURL: ({ setup }, use) => use(setup.appUrl),

  context: async ({ context, server }, use) => {
    const responses: Promise<string>[] = [];
    context.on("response", (response) => {
      // A page that closes or goes on takes the rest of its responses with it.
      const headers = response.allHeaders().catch(() => response.headers());
      const body = response.text().catch(() => "there is none");
      responses.push(Promise.all([headers, body]).then((parts) => JSON.stringify(parts)));
    });
    await use(context);
    for (const response of await Promise.all(responses)) expect(response).not.toContain(server.apiKey);
  },
});

export { expect };

export const brainId = "brain_operations";

/** Opens a brain, and goes on to the consent page of the platform. */
export async function startConnecting(page: Page): Promise<void> {
  await page.goto(paths.brain(brainId));
  await page.getByRole("button", { name: "Connect a workspace" }).click();
  await expect(page.getByRole("heading", { name: "Connect Operations to your workspace?" })).toBeVisible();
}

/** Approves on the consent page, and waits for the channels of the workspace. */
export async function approve(page: Page, teamName = "Pilot station"): Promise<void> {
  await page.getByLabel("Name of your workspace").fill(teamName);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
}

/** Returns the names of the connected workspaces. */
export const workspacesOf = (server: ReferenceServer) =>
  server.control.installations.status({ brainId }).installations.map(({ teamName }) => teamName);

/** Returns the names of the bound channels. */
export const channelsOf = (server: ReferenceServer) =>
  server.control.installations.status({ brainId }).bindings.map(({ channelName }) => channelName);
