import { contract } from "@knowledge-base/types";
import type { ReceivedResponse } from "../received-response.ts";
import { requireData } from "../require-data.ts";

/** Expects a response to be a prompt index with a page. */
export function expectIndexWithPage(response: ReceivedResponse): void {
  response.expectStatus(200);
  const entries = response.expectBody(contract["promptIndex.get"].success.schema);
  requireData(entries.length > 0, "needs a brain with a page");
}
