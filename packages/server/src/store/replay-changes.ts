import { choices } from "../choices.ts";
import { shorten } from "../truncate.ts";
import { redactStateErrors } from "./redact-state-errors.ts";
import type { State } from "./state.ts";
import type { StateChange } from "./state-change.ts";
import type { StateInput } from "./state-input.ts";
import { Store } from "./store.ts";

/**
 * Returns the state of a server after changes: the snapshot that the server itself would return.
 *
 * @param state - state before the first of the changes, such as a snapshot of the new server
 * @param changes - changes in their order; one that was received twice is used once
 * @throws {@link StateError} if the state is invalid
 * @throws RangeError if a change is missing, or one puts a record into an organization that does not exist
 *
 * @example
 * ```ts
 * import { createReferenceServer, replayChanges, type StateChange } from "@knowledge-base/server";
 *
 * const changes: StateChange[] = [];
 * const server = createReferenceServer({ onChange: (change) => void changes.push(change) });
 * const before = server.snapshot();
 * server.control.brains.create({ name: "Fjord" });
 * console.log(replayChanges(before, changes).brains[0]?.name); // Fjord
 * ```
 */
export function replayChanges(state: StateInput, changes: Iterable<StateChange>): Required<State> {
  const store = new Store();
  redactStateErrors(state, store.apiKeys, () => store.add(state));
  let previous: number | undefined;
  for (const { sequence, steps } of changes) {
    if (previous !== undefined && sequence <= previous) continue;
    if (previous !== undefined && sequence > previous + 1) {
      throw new RangeError(`Failed to replay changes: change ${previous + 1} is missing before change ${sequence}.`);
    }
    for (const step of steps) {
      const isLost =
        step.action === "put" && step.array !== "organizations" && !store.organizations.has(step.organizationId);
      if (isLost) {
        throw new RangeError(
          `Failed to replay changes: change ${sequence} puts a record into organization ${shorten(step.organizationId, choices.problemTextLength)}, which does not exist. Begin with the snapshot that was taken before the first change.`,
        );
      }
      store.apply(step);
    }
    previous = sequence;
  }
  return store.snapshot();
}
