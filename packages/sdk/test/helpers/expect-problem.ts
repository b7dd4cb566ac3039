import { type ClientOptions, ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { expect } from "vitest";
import { baseUrl, secretKey } from "../create-client.ts";
import { getRejection } from "../expect-rejection.ts";
import { recordRequests } from "../record-requests.ts";
import { getIndex, getThrown } from "./operation-calls.ts";

/** Creates a client whose requests are recorded. */
export function connect(options: ClientOptions = {}) {
  const { requests, fetch } = recordRequests(async () => Response.json([]));
  return { requests, kb: new KnowledgeBase({ baseUrl, apiKey: secretKey, fetch, ...options }) };
}

/** Expects that options are rejected in each place, with the same problem, before anything is sent. */
export async function expectProblem(
  options: object,
  problem: string | RegExp,
  places: { client: boolean; call: boolean },
) {
  const { kb, requests } = connect();
  const thrown: unknown[] = [];
  if (places.client) {
    thrown.push(
      getThrown(() => new KnowledgeBase(options)),
      getThrown(() => kb.withOptions(options)),
    );
  }
  if (places.call) {
    thrown.push(await getRejection(getIndex(kb, options)));
    thrown.push(getThrown(() => kb.describe("promptIndex.get", { brainId: "b" }, options)));
  }
  for (const error of thrown as Error[]) {
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ code: "configuration", attempts: [] });
    const [task, stated] = [error.message.slice(0, 40), error.message.replace(/^Failed to [a-z ]+: /, "")];
    expect(task).toMatch(/^Failed to (create a client|get the prompt index): /);
    if (typeof problem === "string") expect(stated).toBe(problem);
    else expect(stated).toMatch(problem);
  }
  expect([thrown.length > 0, requests]).toEqual([true, []]);
}
