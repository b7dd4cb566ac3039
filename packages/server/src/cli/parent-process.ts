import { fstatSync } from "node:fs";

/** Milliseconds between two checks whether the parent process still runs. */
const checkIntervalMs = 500;

/** The process that started this one, when the command began to load: it may end while the server starts. */
const parentId = process.ppid;

/**
 * Calls back when the process that started this one has ended, or when the standard input ends, if that is a pipe. The pipe
 * leads through npm, npx and shells to the process that started those: they do not end when that one ends.
 */
export function whenParentEnds(callback: () => void): void {
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) callback();
    hasEnded = true;
    clearInterval(timer);
  };
  const timer = setInterval(() => {
    if (!isParentRunning()) end();
  }, checkIntervalMs);
  timer.unref();
  if (!isPipe(0)) return;
  for (const event of ["end", "close", "error"]) process.stdin.on(event, end);
  process.stdin.resume();
}

/** On most systems an orphan gets another parent. On Windows it keeps the id of the one that has ended. */
function isParentRunning(): boolean {
  if (process.ppid !== parentId) return false;
  try {
    // The parent of the first process of a container has the id 0, and is never seen.
    return parentId === 0 || process.kill(parentId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}
