import type { StateChange } from "@knowledge-base/server";
import { openServer } from "../open-server.ts";

/** Opens a server and records its changes. */
export function openRecorded() {
  const changes: StateChange[] = [];
  const server = openServer({ onChange: (change) => void changes.push(change) });
  return { server, changes, initial: server.snapshot() };
}
