import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { runProgram } from "../run-program.ts";
import { tarballs } from "../tarballs/tarballs.ts";
import { type CheckContext, type CheckResult, expectEqual, expectTrue } from "./checks/check.ts";
import type { MatrixRow, Preparation } from "./matrix-row.ts";
import { type ProcessGroup, startGroup } from "./process-group.ts";
import { environmentIn, outputOf } from "./process-runtime.ts";
import { readVersion } from "./tools.ts";

const source = join(import.meta.dirname, "next-application");

/** A production build of an application with a route handler, a server component, a server action and an edge route. */
export const nextRows: readonly MatrixRow[] = [
  {
    id: "next",
    table: "frameworks",
    name: "Next.js",
    dependency: "next",
    run: async (preparation) => {
      const folder = await buildApplication(preparation);
      const command = join(folder, "node_modules/next/dist/bin/next");
      const { serviceUrl, apiKey } = preparation.host.context;
      const env = { ...environmentIn(folder), KNOWLEDGE_BASE_URL: serviceUrl, KNOWLEDGE_BASE_API_KEY: apiKey };
      const application = startGroup(process.execPath, [command, "start", "--port", "0"], { cwd: folder, env });
      try {
        return {
          version: readVersion(join(folder, "node_modules/next")),
          checks: await checkApplication(await readUrl(application), preparation.host.context),
        };
      } finally {
        await application.stop();
      }
    },
  },
];

/** Returns the URL that Next.js prints when it is ready. */
async function readUrl({ output, ended }: ProcessGroup): Promise<string> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    const [, port] = /http:\/\/localhost:(\d+)[\s\S]*Ready/.exec(output()) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    if (hasEnded) throw new Error(`Next.js ended: ${output()}`);
    await setTimeout(100);
  }
}

/** Installs the application and the tarballs in a folder of their own, and builds the application. */
async function buildApplication({ folder: parent }: Preparation): Promise<string> {
  const folder = join(parent, "next-application");
  cpSync(source, folder, { recursive: true });
  copyFileSync(join(parent, "checks-module.mjs"), join(folder, "app/checks.mjs"));
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await runProgram("npm", ["ci", ...flags], folder);
  await runProgram("npm", ["install", "--no-save", "--no-package-lock", ...flags, ...tarballs.list()], folder);
  await outputOf(process.execPath, [join(folder, "node_modules/next/dist/bin/next"), "build"], folder);
  return folder;
}

async function checkApplication(url: string, context: CheckContext): Promise<readonly CheckResult[]> {
  const firstPage = "Electric fleet programme";
  return [
    ...(await runRoute("route handler", `${url}/api/checks`, context)),
    await check("route handler", "a call with the environment variables and the request's signal", async () => {
      const [entry] = (await (await fetch(`${url}/api/index`)).json()) as readonly { readonly title: string }[];
      expectEqual(entry?.title, firstPage);
    }),
    ...(await runRoute("edge route", `${url}/api/edge`, context)),
    await check("server component", "a list of pages", async () => {
      expectTrue((await (await fetch(url)).text()).includes(firstPage), "the page has the first title");
    }),
    await check("server action", "a form that archives a page", async () => {
      const body = new FormData();
      const page = await (await fetch(url)).text();
      for (const [, name = ""] of page.matchAll(/name="(\$ACTION_[^"]*)"/g)) body.set(name, "");
      body.set("slug", "kestrel");
      expectEqual((await fetch(url, { method: "POST", body })).status, 200);
      const index = `${context.serviceUrl}/v1/brains/brain_operations/index?limit=500`;
      const response = await fetch(index, { headers: { "x-api-key": context.apiKey } });
      expectTrue(!(await response.text()).includes('"slug":"kestrel"'), "the index does not have the page");
    }),
  ];
}

/** Runs the checks of the client and the server in a route. */
async function runRoute(subject: string, url: string, context: CheckContext): Promise<readonly CheckResult[]> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(context) });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  const results = (await response.json()) as readonly CheckResult[];
  return results.map((result) => ({ ...result, subject }));
}

async function check(subject: string, name: string, run: () => Promise<void>): Promise<CheckResult> {
  const problem = await run().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  return { subject, name, problem };
}
