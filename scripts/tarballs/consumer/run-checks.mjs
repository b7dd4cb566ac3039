// Runs the checks in a process, and prints the failures. With a context, it also runs the checks of connections.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { checks, findFailures } from "./checks.mjs";
import { findAllFailures, handle } from "./connections.mjs";

const [, , context] = process.argv;

// No runtime may print the key in an object. scripts/runtimes searches what this prints for it.
const kb = new KnowledgeBase({ baseUrl: "http://127.0.0.1:1", apiKey: "kb_printed_secret", retries: 0 });
console.log(kb, await kb.promptIndex.get({ brainId: "brain" }).safe());

const failures = context
  ? await findAllFailures({ ...JSON.parse(context), ownUrl: serve() })
  : await findFailures(checks);
console.log(JSON.stringify(failures));
if (!context && Object.keys(failures).length > 0) process.exitCode = 1;

/** Serves the handler in a runtime that has a server for handlers, and returns the URL. The server doesn't keep the process alive. */
function serve() {
  const { Bun, Deno } = globalThis;
  const options = { hostname: "127.0.0.1", port: 0 };
  const server = Bun?.serve({ ...options, fetch: handle }) ?? Deno?.serve({ ...options, onListen() {} }, handle);
  server?.unref();
  return server && `http://127.0.0.1:${server.port ?? server.addr.port}`;
}
