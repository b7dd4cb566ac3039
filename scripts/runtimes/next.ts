import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { runProgram } from "../run-program.ts";
import { tarballs } from "../tarballs/application.ts";
import { expectEqual, findProblems } from "../tarballs/consumer/checks.ts";
import type { Context } from "../tarballs/consumer/connections.ts";
import { type ProcessGroup, startGroup } from "./process-group.ts";

/** Runs a production build of an application with a route handler, a server component, a server action and an edge route. */
export async function runNext(parent: string, { serviceUrl, apiKey }: Context): Promise<readonly string[]> {
  const folder = await buildApplication(parent);
  const env = { ...process.env, KNOWLEDGE_BASE_URL: serviceUrl, KNOWLEDGE_BASE_API_KEY: apiKey };
  const application = startGroup(process.execPath, [commandIn(folder), "start", "--port", "0"], { folder, env });
  try {
    const url = await readUrl(application);
    const firstPage = "Electric fleet programme";
    const postTo = async (path: string) => (await fetch(`${url}/api/${path}`, { method: "POST" })).json();
    return await findProblems({
      "the checks in a route handler": async () => expectEqual(await postTo("checks"), []),
      "the checks in an edge route": async () => expectEqual(await postTo("edge"), []),
      "a route handler with the environment variables and the request's signal": async () => {
        const [entry] = (await (await fetch(`${url}/api/index`)).json()) as readonly { readonly title: string }[];
        expectEqual(entry?.title, firstPage);
      },
      "a server component": async () => expectEqual((await (await fetch(url)).text()).includes(firstPage), true),
      "a server action": async () => {
        const body = new FormData();
        const page = await (await fetch(url)).text();
        for (const [, name = ""] of page.matchAll(/name="(\$ACTION_[^"]*)"/g)) body.set(name, "");
        body.set("slug", "kestrel");
        expectEqual((await fetch(url, { method: "POST", body })).status, 200);
        const index = `${serviceUrl}/v1/brains/brain_operations/index?limit=500`;
        const response = await fetch(index, { headers: { "x-api-key": apiKey } });
        expectEqual((await response.text()).includes('"slug":"kestrel"'), false);
      },
    });
  } finally {
    await application.stop();
  }
}

const commandIn = (folder: string) => join(folder, "node_modules/next/dist/bin/next");

/** Installs the application and the tarballs in a folder of their own, and builds the application. */
async function buildApplication(parent: string): Promise<string> {
  const folder = join(parent, "next-application");
  cpSync(join(import.meta.dirname, "next-application"), folder, { recursive: true });
  copyFileSync(join(parent, "checks.mjs"), join(folder, "app/checks.mjs"));
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await runProgram("npm", ["ci", ...flags], folder);
  await runProgram("npm", ["install", "--no-save", "--no-package-lock", ...flags, ...tarballs.list()], folder);
  await runProgram(process.execPath, [commandIn(folder), "build"], folder);
  return folder;
}

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
