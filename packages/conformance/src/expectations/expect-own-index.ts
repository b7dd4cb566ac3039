import type { Service } from "../service.ts";

/** Expects the prompt index of the known brain, before other requests are expected to be rejected: a service may reject all. */
export async function expectOwnIndex(service: Service): Promise<void> {
  await service.expectSuccess("promptIndex.get");
}
