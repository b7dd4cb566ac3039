import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The command that opens a file in the user's browser, by platform; `xdg-open` on all others. */
const commands: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens a URL with a token in the user's browser. All users of a machine can see the arguments of a command, so the browser
 * opens a file that leads to the URL and that only its owner can read.
 *
 * @param onFailure - called if no browser can be started
 * @returns a function that removes the file
 */
export function openBrowser(url: string, onFailure: () => void): () => void {
  const folder = mkdtempSync(join(tmpdir(), "knowledge-base-inspector-"));
  const path = join(folder, "inspector.html");
  writeFileSync(path, `<!doctype html>\n<meta http-equiv="refresh" content="0;url=${url}">\n`, { mode: 0o600 });
  const [command, ...args] = commands[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, path], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.once("exit", (code) => {
    if (code !== 0 && code !== null) onFailure();
  });
  child.unref();
  return () => rmSync(folder, { recursive: true, force: true });
}
