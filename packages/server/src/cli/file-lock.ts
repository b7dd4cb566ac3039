import { createHash, randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

/**
 * Locks a file for this process until the returned function is called or the process ends, however it ends. The lock is a socket,
 * because the system closes it with the process. A process id wouldn't do: ids are reused, and containers that share a folder all
 * have a process 1.
 *
 * Each process opens a socket with a unique name, and then looks for others. So of two processes at least the second finds the other,
 * and no process can remove the lock of one that runs. If both find each other, the one with the first name waits until the other has
 * given up.
 *
 * @throws Error that names the process which has locked the file
 */
export async function lockFile(path: string): Promise<() => void> {
  const name = `${process.pid}-${randomUUID().slice(0, 8)}.lock`;
  for (const prefix of prefixesFor(path)) {
    const socket = await openLock(prefix + name);
    if (!socket) continue;
    let other = await findOther(prefix, name);
    for (let waits = 0; other !== undefined && other > name && waits < maxWaits; waits += 1) {
      await setTimeout(waitMs);
      other = await findOther(prefix, name);
    }
    if (other === undefined) return () => void socket.close();
    socket.close();
    throw new Error(`process ${Number.parseInt(other, 10)} keeps its state there. Stop it, or use another file`);
  }
  throw new Error(`it cannot be locked, neither beside it nor in ${tmpdir()}`);
}

const waitMs = 25;
const maxWaits = 40;

// Returns the beginnings of the paths that a lock may have: beside the file, where other containers see it, or elsewhere if the folder
// can have no sockets or its path is too long for one.
function prefixesFor(path: string): readonly string[] {
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  const elsewhere = process.platform === "win32" ? String.raw`\\.\pipe` : tmpdir();
  return [`${path}.`, join(elsewhere, `knowledge-base-${hash}.`)];
}

function openLock(path: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy()).unref();
    // Without the permission to write to a socket, another user would take a killed process for a running one.
    const options = { path, writableAll: true };
    server.once("error", () => resolve(undefined)).listen(options, () => resolve(server));
  });
}

// Returns the first name of another lock, and removes what killed processes have left.
async function findOther(prefix: string, ownName: string): Promise<string | undefined> {
  for (const entry of (await readdir(dirname(prefix))).sort()) {
    const name = entry.startsWith(basename(prefix)) ? entry.slice(basename(prefix).length) : "";
    const isOther = /^\d+-[\da-f]{8}\.lock$/.test(name) && name !== ownName;
    if (isOther && (await isHeld(prefix + name))) return name;
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
