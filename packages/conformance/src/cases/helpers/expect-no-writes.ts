import { contract, type OperationId } from "@knowledge-base/types";
import type { ObservedResponse } from "../../run/observed-response.ts";
import type { Service } from "../../run/service.ts";
import { expectUnchanged } from "./observe.ts";

export const writeOperations = (Object.keys(contract) as OperationId[]).filter((id) => contract[id].method !== "GET");

/** Expects every write with a key, or without one, to be rejected and to change nothing. */
export function expectNoWrites(service: Service, apiKey: string | null): Promise<void> {
  return expectUnchanged(service, async () => {
    for (const notifyBriefs of [true, false]) {
      await service.expectRejection("bindings.update", { apiKey, body: { notifyBriefs } });
    }
    for (const id of writeOperations) await service.expectRejection(id, { apiKey });
  });
}

/** Expects an unbind request to be rejected, or to report that nothing was removed: the specification permits both. */
export function expectNothingRemoved(response: ObservedResponse): void {
  if (response.status >= 300) response.expectRejection();
  else if (response.expectSuccess("bindings.unbind").disconnected)
    response.fail("reports that a binding was removed, which the path does not name");
}
