import { createHash, randomInt, randomUUID } from "node:crypto";
import { openSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

// A process that starts may see others that start, too, and don't get the file either.
const attempts = 5;

const pauseMs = 50;

const lockSuffix = /^\.(\d+)-[\da-f]{8}\.lock$/;

/**
 * Locks a file for this process until the returned function is called or the process ends, however it ends. The lock is a socket,
 * because the system closes it with the process. A process id wouldn't do: ids are reused, and containers that share a folder all
 * have a process 1.
 *
 * Each process opens a socket with a unique name and then looks for others. So the second of two processes always finds the first, and
 * no process removes or replaces the lock of another that runs. If several start together, the oldest waits until the others have
 * withdrawn.
 *
 * @throws Error that names the process which has locked the file
 */
export async function lockFile(path: string): Promise<() => void> {
  const places = placesFor(path);
  let lock = await openLock(places);
  for (let attempt = 1; ; attempt += 1) {
    const { socket, prefix, suffix } = lock;
    const held = await findHeld(prefix);
    const [other] = held.filter((heldSuffix) => heldSuffix !== suffix);
    if (other === undefined) return () => void socket.close();
    const withdraws = held[0] !== suffix || attempt === attempts;
    if (withdraws) socket.close();
    if (attempt === attempts) {
      const [, id] = lockSuffix.exec(other) ?? [];
      throw new Error(`process ${id} keeps its state there. Stop it, or use another file`);
    }
    await setTimeout(withdraws ? pauseMs + randomInt(2 * pauseMs) : pauseMs);
    if (withdraws) lock = await openLock(places);
  }
}

// Returns the beginnings of the paths that a lock may have: beside the file, or elsewhere if the folder can have no sockets.
function placesFor(path: string): readonly string[] {
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  const folder = dirname(path);
  // The path of a socket must be short, and other containers may have mounted the folder with a longer or shorter one.
  const beside = process.platform === "linux" ? `/proc/self/fd/${openSync(folder, "r")}` : folder;
  const elsewhere = process.platform === "win32" ? String.raw`\\.\pipe` : tmpdir();
  return [join(beside, basename(path)), join(elsewhere, `knowledge-base-${hash}`)];
}

async function openLock(places: readonly string[]) {
  const suffix = `.${process.pid}-${randomUUID().slice(0, 8)}.lock`;
  for (const prefix of places) {
    const socket = await openSocket(prefix + suffix);
    if (socket) return { socket, prefix, suffix };
  }
  throw new Error(`it cannot be locked, neither beside it nor in ${tmpdir()}`);
}

function openSocket(path: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy()).unref();
    // Without the permission to write to a socket, another user would take a killed process for a running one.
    const options = { path, writableAll: true };
    server.once("error", () => resolve(undefined)).listen(options, () => resolve(server));
  });
}

// Returns the suffixes of the locks that processes have, the oldest first, and removes what killed processes have left.
async function findHeld(prefix: string): Promise<readonly string[]> {
  const held: { readonly suffix: string; readonly createdMs: number }[] = [];
  for (const name of await readdir(dirname(prefix))) {
    const suffix = name.startsWith(basename(prefix)) ? name.slice(basename(prefix).length) : "";
    if (!lockSuffix.test(suffix)) continue;
    const { mtimeMs: createdMs } = await stat(prefix + suffix).catch(() => ({ mtimeMs: 0 }));
    if (await isHeld(prefix + suffix)) held.push({ suffix, createdMs });
  }
  return held
    .sort((left, right) => left.createdMs - right.createdMs || (left.suffix < right.suffix ? -1 : 1))
    .map(({ suffix }) => suffix);
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
