import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };
const fault = { kind: "response", status: 200, body: [{ tide: [1] }], input: { brainId: "brain_tides" } } as const;

const [north] = buildState().organizations;

const inputOfRequest = async ({ fetch, baseUrl, journal }: ReferenceServer) => {
  await fetch(`${baseUrl}/v1/brains/brain_tides/index`);
  return [(await journal.waitFor()).input];
};
const snapshotOf = ({ organization }: ReferenceServer) => organization("org_north").snapshot().organizations;

// What the results of a server must be, as literals of this file.
it.each<{ what: string; expected: unknown; resultOf: (server: ReferenceServer) => unknown }>([
  { what: "nothing", expected: [], resultOf: ({ faults }) => faults.pending() },
  { what: "a fault", expected: { ...fault, id: "fault_1", uses: 0 }, resultOf: ({ faults }) => faults.add(fault) },
  { what: "a record", expected: buildPage(), resultOf: ({ control }) => control.pages.get(page) },
  { what: "a state", expected: buildState(), resultOf: (server) => server.snapshot() },
  { what: "a state of an organization", expected: [north], resultOf: snapshotOf },
  { what: "an entry of a journal", expected: [{ brainId: "brain_tides" }], resultOf: inputOfRequest },
])("a server returns $what as an object of the realm of the test", async ({ expected, resultOf }) => {
  expect(await resultOf(openServer())).toStrictEqual(expected);
});

it("a server needs no ReadableStream, which the realm of jsdom lacks", async () => {
  vi.stubGlobal("ReadableStream", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { fetch, baseUrl, apiKey } = openServer();
  const headers = { "x-api-key": apiKey };
  const { signal } = new AbortController();
  const response = await fetch(`${baseUrl}/v1/brains/brain_tides/index`, { headers, signal });
  expect(await response.json()).toMatchObject([{ slug: "spring-tide" }]);
});
