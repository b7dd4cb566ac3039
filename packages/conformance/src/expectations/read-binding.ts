import { type ChannelBinding, contract } from "@knowledge-base/types";
import { requireData } from "../require-data.ts";
import type { Service } from "../service.ts";
import type { RecordName } from "../target-records.ts";

/**
 * Returns a binding by an update that changes nothing. A service may reject updates of some bindings, such as disabled ones,
 * with a status that is not documented.
 */
export async function readBinding(service: Service, record: RecordName): Promise<ChannelBinding> {
  return updateBinding(service, record, {});
}

/** Updates a binding, as {@link readBinding} does. */
export async function updateBinding(service: Service, record: RecordName, body: object): Promise<ChannelBinding> {
  const response = await service.send("bindings.update", { ids: { bindingId: service.recordId(record) }, body });
  const isRejected = [400, 403, 409, 422].includes(response.status);
  requireData(!isRejected, `needs a ${record} that can be updated (the response has the status ${response.status})`);
  response.expectStatus(200);
  return response.expectBody(contract["bindings.update"].success.schema);
}
