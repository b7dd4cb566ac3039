import { createHash, randomInt, randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const attempts = 5;

/** Two processes that start together see each other, and try again at different times. */
const longestPauseMs = 200;

/**
 * Locks a file for this process until the returned function is called or the process ends, however it ends. The lock is a socket,
 * because the system closes it with the process. An id would not do: another process may have it by now, and in each of the
 * containers that share a folder, the first process has the id 1.
 *
 * Each process opens a socket with a name of its own, and looks for others afterwards. So the later one of two processes always
 * finds the earlier one, and nobody ever removes or replaces the lock of a process that runs.
 *
 * @throws Error that names the process which has locked the file
 */
export async function lockFile(path: string): Promise<() => void> {
  for (let attempt = 1; ; attempt += 1) {
    const { socket, prefix, suffix } = await openLock(path);
    const owner = await findOwner(prefix, suffix);
    if (owner === undefined) return () => void socket.close();
    socket.close();
    if (attempt === attempts) throw new Error(`process ${owner} keeps its state there. Stop it, or use another file`);
    await setTimeout(randomInt(longestPauseMs));
  }
}

async function openLock(path: string) {
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  const suffix = `.${process.pid}-${randomUUID().slice(0, 8)}.lock`;
  // Beside the file, processes of other containers see it. The name of a socket must be short, and some mounted folders have none.
  const elsewhere = process.platform === "win32" ? String.raw`\\.\pipe` : tmpdir();
  for (const prefix of [path, join(elsewhere, `knowledge-base-${hash}`)]) {
    const socket = await openSocket(prefix + suffix);
    if (socket) return { socket, prefix, suffix };
  }
  throw new Error(`it cannot be locked, neither beside it nor in ${elsewhere}`);
}

function openSocket(path: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy()).unref();
    server.once("error", () => resolve(undefined)).listen(path, () => resolve(server));
  });
}

/** Returns the id of another process that has locked the file, and removes what killed processes have left. */
async function findOwner(prefix: string, ownSuffix: string): Promise<string | undefined> {
  const folder = dirname(prefix);
  for (const name of await readdir(folder)) {
    const suffix = name.startsWith(basename(prefix)) ? name.slice(basename(prefix).length) : "";
    const [, id] = /^\.(\d+)-[\da-f]{8}\.lock$/.exec(suffix) ?? [];
    if (id !== undefined && suffix !== ownSuffix && (await isHeld(join(folder, name)))) return id;
  }
  return undefined;
}

async function isHeld(path: string): Promise<boolean> {
  const problem = await new Promise<string | undefined>((resolve) => {
    const connection = connect(path, () => {
      connection.destroy();
      resolve(undefined);
    });
    connection.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
  if (problem === "ECONNREFUSED") await rm(path, { force: true }).catch(() => {});
  return problem !== "ECONNREFUSED" && problem !== "ENOENT";
}
