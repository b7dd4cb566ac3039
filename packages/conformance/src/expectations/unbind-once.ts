import { type ChannelBinding, contract, type Disconnect } from "@knowledge-base/types";
import type { Service } from "../service.ts";

/** Records of bindings that must not be affected. */
export type OtherBinding = "secondBindingId" | "disabledBindingId" | "secondBrainBindingId";

/** Result of removing the known binding, and the other known bindings before it. */
export interface UnbindResult extends Disconnect {
  readonly before: { readonly [Name in OtherBinding]: ChannelBinding | undefined };
}

/** Removes the known binding. Later calls return the result of the first. Needs write, brainId and bindingId. */
export function unbindOnce(service: Service): Promise<UnbindResult> {
  return service.once("unbind", async () => {
    const before = {
      secondBindingId: await readOther(service, "secondBindingId"),
      disabledBindingId: await readOther(service, "disabledBindingId"),
      secondBrainBindingId: await readOther(service, "secondBrainBindingId"),
    };
    return { before, ...(await service.expectSuccess("bindings.unbind")) };
  });
}

/** Returns another known binding by an update that changes nothing, or undefined if there is none that can be updated. */
export async function readOther(service: Service, record: OtherBinding): Promise<ChannelBinding | undefined> {
  const bindingId = service.recordIfAvailable(record);
  const brainId = service.recordIfAvailable(record === "secondBrainBindingId" ? "secondBrainId" : "brainId");
  if (bindingId === undefined || brainId === undefined) return undefined;
  const response = await service.send("bindings.update", { ids: { brainId, bindingId } });
  return response.status === 200 ? response.expectBody(contract["bindings.update"].success.schema) : undefined;
}
