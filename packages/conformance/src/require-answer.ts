import { Deviation } from "./deviation.ts";
import { nobody } from "./request.ts";
import type { Service } from "./service.ts";
import { TargetError } from "./target-error.ts";

/**
 * Requires that something answers at the base URL.
 *
 * @throws {@link TargetError}
 */
export async function requireAnswer(service: Service): Promise<void> {
  try {
    await service.send("promptIndex.get", { ids: { brainId: nobody }, apiKey: null });
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    const advice = "Is the base URL the right one, and the service up?";
    throw new TargetError("unreachable", `${service.redact(error.message)}. ${advice}`);
  }
}
