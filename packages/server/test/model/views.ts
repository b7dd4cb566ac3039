import { isDeepStrictEqual } from "node:util";
import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import type { IndexEntry } from "@knowledge-base/types";
import { type Call, callService, openSession, type Rules, type Session } from "./call.ts";
import type { VisibleState } from "./invariants.ts";
import type { ModelState, Records } from "./model-state.ts";
import { snapshotOf } from "./server-calls.ts";

/** Compares the visible state of a server before and after, so that every change is noticed. */
export async function lookAt({ server }: Session, modelState: ModelState): Promise<VisibleState> {
  const indexes: IndexEntry[][] = [];
  for (const { brainId, apiKey } of indexesOf(modelState)) {
    const path = `/v1/brains/${encodeURIComponent(brainId)}/index`;
    const response = await server.fetch(server.baseUrl + path, { headers: { "x-api-key": apiKey } });
    indexes.push(await response.json());
  }
  return { snapshot: server.snapshot(), deliveries: server.deliveries.list(), indexes };
}

/** Calls that show where a view differs from the model. Only calls that were made are compared: this is a quick check. */
export function differences(
  { snapshot, deliveries, indexes }: VisibleState,
  modelState: ModelState,
  rules: Rules,
): Call[] {
  const calls: Call[] = [];
  if (!isDeepStrictEqual(withoutPositions(snapshot), { version: 1, ...snapshotOf(modelState) }))
    calls.push(...recordsOf(modelState));
  const delivered = deliveries.map(({ id: _, why: __, ...delivery }) => delivery);
  if (!isDeepStrictEqual(delivered, modelState.deliveries)) calls.push(listDeliveries);
  for (const [index, { call }] of indexesOf(modelState).entries()) {
    const expected = call.expect(modelState, rules, { reach: undefined, output: undefined, variable: "" });
    if (!isDeepStrictEqual(indexes[index], expected)) calls.push(call);
  }
  return calls;
}

/** The visible state of a copy of a server. */
export function viewsOfCopy(modelState: ModelState): Call[] {
  return [...recordsOf(modelState), ...indexesOf(modelState).map(({ call }) => call)].map((view) => ({
    ...view,
    code: view.code.replace(/^server\b/, "copy").replace(/^(kb\('[^']*')/, "$1, copy"),
    run: ({ variables }) => view.run(openSession(variables.get("copy") as ReferenceServer, variables)),
  }));
}

/** Creates another server from the records of a server. */
export const copyServer: Call = {
  name: "copy",
  code: "createReferenceServer({ seed: JSON.parse(JSON.stringify(server.snapshot())) })",
  isAsynchronous: false,
  isPartial: true,
  variable: "copy",
  run: ({ server }) => createReferenceServer({ seed: JSON.parse(JSON.stringify(server.snapshot())) }),
  expect: () => ({}),
};

/** Returns a snapshot without what the model does not know. */
function withoutPositions({ idPosition: _, authorizations: __, ...records }: State): State {
  const organizations = records.organizations.map(({ idPosition: ___, ...organization }) => organization);
  return { ...records, organizations };
}

function recordsOf({ records }: ModelState): Call[] {
  return (Object.keys(records) as (keyof Records)[]).map((name) => ({
    name: "snapshot",
    code: `server.snapshot().${name}`,
    isAsynchronous: false,
    isPartial: name === "organizations",
    run: ({ server }) => server.snapshot()[name],
    expect: (modelState) => snapshotOf(modelState)[name],
  }));
}

const listDeliveries: Call = {
  name: "deliveries",
  code: "server.deliveries.list()",
  isAsynchronous: false,
  isPartial: true,
  run: ({ server }) => server.deliveries.list(),
  expect: (modelState) => modelState.deliveries,
};

/** Returns the prompt index of each brain with a key. */
function indexesOf({ records }: ModelState) {
  return records.brains.flatMap(({ id: brainId, organizationId }) => {
    const apiKey = records.apiKeys.find((one) => one.organizationId === organizationId)?.key;
    if (apiKey === undefined) return [];
    return [{ brainId, apiKey, call: callService("promptIndex.get", { brainId }, apiKey) }];
  });
}
