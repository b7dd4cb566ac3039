import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { buildPage, buildState, openServer } from "../helpers/open-server.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };
const fault = { kind: "response", status: 200, body: [{ tide: [1] }], input: { brainId: "brain_tides" } } as const;

const [north] = buildState().organizations;

// What the results of a server must be, as literals of this file.
// biome-ignore format: one row a line
const results: readonly (readonly [what: string, expected: unknown, result: (server: ReferenceServer) => unknown])[] = [
  ["nothing", [], ({ faults }) => faults.pending()],
  ["a planned fault", { ...fault, id: "fault_1", uses: 0 }, ({ faults }) => faults.add(fault)],
  ["a record", buildPage(), ({ control }) => control.pages.get(page)],
  ["a state", buildState(), (server) => server.snapshot()],
  ["a state of an organization", [north], ({ organization }) => organization("org_north").snapshot().organizations],
  ["an entry of a journal", [{ brainId: "brain_tides" }], async ({ fetch, baseUrl, journal }) => {
    await fetch(`${baseUrl}/v1/brains/brain_tides/index`);
    return [(await journal.waitFor()).input];
  }],
];

it.each(results)("returns objects of the realm of the test: %s", async (_, expected, resultOf) => {
  expect(await resultOf(openServer())).toStrictEqual(expected);
});

it("needs no ReadableStream, which the realm of jsdom lacks", async () => {
  vi.stubGlobal("ReadableStream", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { fetch, baseUrl, apiKey } = openServer();
  const headers = { "x-api-key": apiKey };
  const { signal } = new AbortController();
  const response = await fetch(`${baseUrl}/v1/brains/brain_tides/index`, { headers, signal });
  expect(await response.json()).toMatchObject([{ slug: "spring-tide" }]);
});
