import type { Disconnect } from "@knowledge-base/types";
import type { Service } from "../service.ts";

/** Removes the known binding. Later calls return the result of the first. Needs write, brainId and bindingId. */
export function unbindOnce(service: Service): Promise<Disconnect> {
  return service.once("unbind", () => service.expectSuccess("bindings.unbind"));
}
