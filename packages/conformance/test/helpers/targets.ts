import {
  type ConformanceReport,
  conformanceCases,
  runConformance,
  type Setup,
  type Target,
  TargetError,
  type TargetErrorCode,
} from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, onTestFinished, vi } from "vitest";

export type Fetch = NonNullable<Target["fetch"]>;

/** Changes how a service responds. */
export type Change = (send: Fetch) => Fetch;

type SetupResult = Awaited<ReturnType<Setup>>;

/**
 * Opens a reference server as a target with every record and action.
 *
 * @param change - changes how the service responds, but not its controls
 * @param changeResult - changes what the setup returns
 */
export function openTarget(
  change: Change = (send) => send,
  changeResult: (result: SetupResult) => SetupResult = (result) => result,
) {
  const server = createReferenceServer();
  const { baseUrl, apiKey } = server;
  const ownSetup: Setup = async (context) => changeResult(await setup({ ...context, fetch: withControl(server) }));
  return { server, target: { baseUrl, apiKey, fetch: change(server.fetch), setup: ownSetup, write: true } };
}

/** Opens a reference server with the demo data as a target with a brain, which a run only reads. */
export function openDemo(change: Change = (send) => send) {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey } = server;
  const target = { baseUrl, apiKey, fetch: change(server.fetch), records: { brainId: "brain_operations" } };
  return { server, target };
}

/** Changes the responses to requests whose method and path contain a text. */
export function changing(
  match: string,
  change: (response: Response, url: string) => Response | Promise<Response>,
): Change {
  return (send) => async (url, init) => {
    const response = await send(url, init);
    return `${init.method} ${url}`.includes(match) ? change(response, url) : response;
  };
}

/** Returns a response with JSON. */
export const json = (status: number, body: unknown) => () => Response.json(body, { status });

/** Runs the suite, which must refuse to start with an error code, and returns the message without its beginning. */
export async function refusalOf(code: TargetErrorCode, ...given: Parameters<typeof runConformance>): Promise<string> {
  const error = await runConformance(...given).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TargetError);
  expect(error).toMatchObject({ name: "TargetError", code });
  return (error as TargetError).message.replace("Failed to run the suite: ", "");
}

/** Lets timers fire at once, until the test is over. */
export function skipWaits(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.setTimerTickMode("nextTimerAsync");
  onTestFinished(() => void vi.useRealTimers());
}

/** Requires a report to include every case, all of them passed. */
export function expectConforming({ results, counts, conclusion }: ConformanceReport): void {
  const others = results.filter(({ status }) => status !== "passed");
  expect(others.map(({ id, status, message }) => ({ id, status, message }))).toEqual([]);
  expect(counts).toEqual({ passed: conformanceCases.length, failed: 0, differs: 0, notChecked: 0, error: 0 });
  expect(conclusion).toBe("conforms");
}

/** Returns a filter that selects cases by id. */
export const only = (...ids: readonly string[]) => ({ filter: ({ id }: { id: string }) => ids.includes(id) });

/** Returns the ids of the cases with a status. */
export function idsOf({ results }: ConformanceReport, status: string): string[] {
  return results.filter((result) => result.status === status).map(({ id }) => id);
}
