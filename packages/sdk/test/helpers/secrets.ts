import { setImmediate } from "node:timers/promises";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { baseUrl } from "./client.ts";
import { getIndex } from "./operation-calls.ts";
import { recordEverything } from "./print-everything.ts";

/** A key that every encoding spells in its own way. */
export const key = `kbsecret/"\\%+&='<7f3a9c51`;

export type Respond = (text: string) => Response | Promise<Response>;

export const json = (status: number, value: unknown) => Response.json(value, { status });

export const fail = (thrown: unknown): never => {
  throw thrown;
};

/** Creates a client with the key, and records its events and lines. */
export function connect(respond: Respond, text: string, options: ClientOptions = {}) {
  const fetch = async () => respond(text);
  const given = { baseUrl, apiKey: key, fetch, retries: 1, random: () => 0, ...options };
  const { records, options: recorded } = recordEverything(given, key);
  return { records, kb: new KnowledgeBase(recorded) };
}

/** Calls an operation in every mode, and returns all that a program can see of it. */
export async function observe(respond: Respond, text: string, options?: ClientOptions) {
  // The log of the exchange has bodies as they are, in which a text may be encoded twice.
  const { records, kb } = connect(respond, text, { logLevel: "info", ...options });
  const results = [await getIndex(kb, { validate: "strict" }).safe(), await getIndex(kb).safe()];
  await setImmediate();
  return [...results.map(({ error, attempts }) => [error, attempts]), ...records];
}
