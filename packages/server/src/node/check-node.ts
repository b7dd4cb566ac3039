import { ListenError } from "./listen-error.ts";

/**
 * Requires a Node on which a listener can be closed.
 *
 * @throws {@link ListenError}
 */
export function checkNode(): void {
  if ("withResolvers" in Promise) return;
  const message = `Node ${process.versions.node} is too old, it must be 22 or later. Take a newer one, from https://nodejs.org.`;
  throw new ListenError("UNSUPPORTED_NODE", `Failed to listen: ${message}`);
}
