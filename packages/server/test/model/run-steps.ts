import { isDeepStrictEqual } from "node:util";
import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { expect } from "vitest";
import type { OnChange } from "../../src/organizations/on-change.ts";
import { openServer } from "../open-server.ts";
import type { Call, Step } from "./call.ts";
import { serviceRules } from "./model.ts";
import { createModelState, firstState, type ModelState } from "./model-state.ts";
import { knownPartOf, snapshotOf } from "./state-steps.ts";

/** A call that was made, and whether it succeeded. */
export interface MadeCall {
  readonly call: Call;
  readonly isSuccess: boolean;
}

/**
 * Executes the steps on a server and its model, and compares their outputs and their whole state after each step.
 *
 * @throws Error with the calls that show that the server does not do what it should
 */
export async function runSteps(steps: readonly Step[]): Promise<MadeCall[]> {
  const stored = new Map<string, State>();
  const onChange: OnChange = ({ organizationId: id }) => {
    if (!server.snapshot().organizations.some((one) => one.id === id)) stored.delete(id);
    else stored.set(id, server.organization(id).snapshot());
  };
  const server = openServer({ seed: firstState, onChange });
  for (const organizationId of ["org_north", "org_south"]) void onChange({ organizationId });
  const model = createModelState();
  const made: MadeCall[] = [];
  const program: string[] = [];
  try {
    for (const step of steps) {
      const call = step(model);
      if (!call) continue;
      program.push(call.code);
      const result = await resultOf(() => call.run(server));
      expectEqual(result, await resultOf(() => call.expect(model, result.value)));
      const { status = 200 } = Object(result.value) as { readonly status?: unknown };
      made.push({ call, isSuccess: "value" in result && !(Number(status) >= 300) });
      await expectState(server, model);
      expectEqual(
        server.deliveries.list().map(({ id: _, why: __, ...delivery }) => delivery),
        model.deliveries,
      );
    }
    const present = server.snapshot().organizations.map(({ id }) => [id, server.organization(id).snapshot()] as const);
    expectEqual(stored, new Map(present));
    // A server without a key creates one.
    if (model.records.apiKeys.length > 0)
      await expectState(createReferenceServer({ seed: JSON.parse(JSON.stringify(server.snapshot())) }), model);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${program.join(";\n")};`);
  }
  return made;
}

/** Compares the records and the prompt indexes. */
async function expectState(server: ReferenceServer, model: ModelState): Promise<void> {
  expectEqual(knownPartOf(server.snapshot()), snapshotOf(model));
  for (const { id: brainId, organizationId } of model.records.brains) {
    const key = model.records.apiKeys.find((one) => one.organizationId === organizationId)?.key;
    if (key === undefined) continue;
    const path = `/v1/brains/${encodeURIComponent(brainId)}/index`;
    const response = await server.fetch(server.baseUrl + path, { headers: { "x-api-key": key } });
    expectEqual(await response.json(), serviceRules["promptIndex.get"](model, { brainId }, { reach: undefined }));
  }
}

/** A property that is undefined is the same as none. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

interface CallResult {
  readonly value?: unknown;
  /** Code of the error. */
  readonly rejected?: string;
}

async function resultOf(run: () => unknown): Promise<CallResult> {
  try {
    return { value: await run() };
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    if (typeof code !== "string") throw error;
    return { rejected: code };
  }
}
