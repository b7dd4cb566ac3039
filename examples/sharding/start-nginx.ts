import { once } from "node:events";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { run } from "./run.ts";
import type { Server } from "./start-server.ts";

const here = import.meta.dirname;

/** The lines of `brains.conf` that name the servers. */
const serverLines = /(?: +server \S+ max_fails=0;\n)+/;

/** Starts nginx in front of servers, with the configuration of this folder and other addresses. */
export async function startNginx(servers: readonly Server[], folder: string): Promise<Server> {
  const address = `127.0.0.1:${await freePort()}`;
  const lines = servers.map(({ url }) => `    server ${new URL(url).host} max_fails=0;\n`).join("");
  const brains = await readFile(join(here, "brains.conf"), "utf8");
  await mkdir(folder);
  await writeFile(join(folder, "brains.conf"), brains.replace(serverLines, lines).replace("127.0.0.1:8080", address));
  await copyFile(join(here, "nginx.conf"), join(folder, "nginx.conf"));

  const { ended, stop } = run("nginx", ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")]);
  const url = `http://${address}`;
  const isUp = async () => (await fetch(`${url}/_health`).catch(() => undefined))?.ok;
  while (!(await Promise.race([isUp(), ended]))) await wait(20);
  return { url, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
