import { setImmediate } from "node:timers/promises";
import type { ClientOptions } from "@knowledge-base/sdk";
import { createRecordedClient } from "./client.ts";
import { getIndex } from "./operation-calls.ts";

/** A key that every encoding spells in its own way. */
export const key = `kbsecret/"\\%+&='<7f3a9c51`;

/** Creates the response of a service from a text, which may be the key. */
export type Respond = (text: string) => Response | Promise<Response>;

/** Creates a response with JSON. */
export const json = (status: number, value: unknown) => Response.json(value, { status });

/** Throws anything. */
export const fail = (thrown: unknown): never => {
  throw thrown;
};

/** Creates a client with that key, and lists its events and the lines of its log. */
export function createClientWithKey(respond: () => Response | Promise<Response>, options: ClientOptions = {}) {
  return createRecordedClient(async () => respond(), { retries: 1, random: () => 0, ...options }, key);
}

/** Calls an operation in every mode, and returns all that a program can see of it. */
export async function observe(respond: Respond, text: string, options?: ClientOptions) {
  // The log of the exchange has bodies as they are, in which a text may be encoded twice.
  const { records, kb } = createClientWithKey(() => respond(text), { logLevel: "info", ...options });
  const results = [await getIndex(kb, { validate: "strict" }).safe(), await getIndex(kb).safe()];
  await setImmediate();
  return [...results.map(({ error, attempts }) => [error, attempts]), ...records];
}
