import type { OperationId } from "@knowledge-base/types";
import fc from "fast-check";
import { methodAt } from "../method-at.ts";
import { literal, nameOf, partOf, type Step } from "./call.ts";
import { type Control, controls, removingControls } from "./controls.ts";
import { findOrganization, type Rule } from "./model-state.ts";
import * as pools from "./pools.ts";
import { requestStep, requests } from "./request-steps.ts";
import { stateSteps } from "./state-steps.ts";

/** Calls a control, of the whole server or of one organization. */
function controlStep([path, { input, rule }]: readonly [string, Control]): fc.Arbitrary<Step> {
  const reach = path.startsWith("organizations") ? fc.constant(undefined) : pools.reach;
  return fc.tuple(input, reach).map(([choose, id]) => (model) => {
    const given = choose(model);
    if (given === undefined) return undefined;
    return {
      name: path,
      code: `${nameOf(id)}.control.${path}(${literal(given)})`,
      run: (server) => methodAt(partOf(server, id).control, path)(given),
      expect(_, output) {
        if (id !== undefined) findOrganization(model, id, { reach: id });
        return (rule as Rule<unknown>)(model, structuredClone(given), { reach: id, output });
      },
    };
  });
}

const { "oauth.approve": approve, "oauth.confirm": confirm, ...others } = controls;
const { advance, snapshot, restore, seed, resetOrganization, resetServer } = stateSteps;
const controlSteps = (group: object) => Object.entries(group).map(controlStep);

/** All steps, with their weights. */
const anyStep = fc.oneof(
  ...[
    ...(Object.keys(requests) as OperationId[]).map((operation) => [32, requestStep(operation)] as const),
    ...controlSteps(others).map((step) => [10, step] as const),
    ...controlSteps({ "oauth.approve": approve }).map((step) => [36, step] as const),
    ...controlSteps({ "oauth.confirm": confirm }).map((step) => [60, step] as const),
    ...controlSteps(removingControls).map((step) => [4, step] as const),
    ...[advance, snapshot, restore].map((step) => [16, step] as const),
    ...[seed, resetOrganization].map((step) => [6, step] as const),
    [1, resetServer] as const,
  ].map(([weight, arbitrary]) => ({ weight, arbitrary })),
);

/** Sequences of steps. */
export const anySteps = fc.array(anyStep, { maxLength: 60, size: "max" });
