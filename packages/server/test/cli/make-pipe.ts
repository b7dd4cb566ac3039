import { execFileSync } from "node:child_process";

/** Makes a named pipe: whoever reads it waits until somebody writes. */
export function makePipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
}
