import { contract } from "@knowledge-base/types";
import type { ReceivedResponse } from "../received-response.ts";

/** Expects an unbind request to be rejected, or to report that nothing was removed: the specification permits both. */
export function expectNothingRemoved(response: ReceivedResponse): void {
  if (response.status >= 300) response.expectNoSuccess();
  else if (response.expectBody(contract["bindings.unbind"].success.schema).disconnected) {
    response.fail("reports that a binding was removed, which the path does not name");
  }
}
