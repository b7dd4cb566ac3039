import * as z from "zod/mini";
import { reject } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import type { Action, Actions, AsyncAction } from "../control/action.ts";
import { rejectIfStopping, waitTimeoutSchema } from "./bounded-log.ts";
import { type Delivery, type DeliveryFilter, deliveryKinds, type WaitForDelivery } from "./delivery.ts";
import { containsJson } from "./json-value.ts";
import type { ToolStore } from "./tool-store.ts";

/**
 * The newest 1,000 notifications that channels received.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * server.control.brains.sendDailyBrief({ brainId: "brain_operations" });
 * const { channelId } = await server.deliveries.waitFor({ kind: "brief" });
 * console.log(channelId); // C01BRIDGE
 * ```
 *
 * @see Specification, section 6
 */
export interface DeliveriesControl {
  /**
   * Returns the deliveries that match a filter, oldest first.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` if the delivery named in `after` isn't listed any more
   */
  list(filter?: DeliveryFilter): readonly Delivery[];

  /**
   * Waits for a delivery that matches a filter and returns it. The oldest listed one that matches is returned at once; give
   * its id as `after` to wait for the next one.
   *
   * @throws {@link ControlError} `invalid_input`, `not_found` if the delivery named in `after` isn't listed any more,
   * `timeout` if no delivery matches in time, or `conflict` if the server is reset or stops meanwhile, or the organization is deleted
   */
  waitFor(filter?: WaitForDelivery): Promise<Delivery>;

  /** Removes all deliveries. */
  clear(): void;
}

const text = z.optional(z.string());
const filterFields = {
  kind: z.optional(z.enum(deliveryKinds)),
  brainId: text,
  slug: text,
  bindingId: text,
  channelId: text,
  after: text,
};

function findDeliveries({ after, ...filter }: DeliveryFilter, { deliveries }: ToolStore): readonly Delivery[] {
  // A reset begins anew with the ids of an organization, whose earlier deliveries the server still lists.
  const start = after === undefined ? 0 : deliveries.items.findLastIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    reject(
      "not_found",
      `there is no delivery ${after}, or it was dropped. Set after to the id of a listed delivery, or omit it`,
    );
  }
  return deliveries.items.slice(start).filter((delivery) => matchesFilter(delivery, filter));
}

function matchesFilter(delivery: Delivery, { after: _, slug, ...fields }: DeliveryFilter): boolean {
  return containsJson(delivery, fields) && (slug === undefined || delivery.slugs.includes(slug));
}

const list: Action<DeliveryFilter, readonly Delivery[]> = {
  summary: "List the deliveries",
  input: strictObjectSchema<DeliveryFilter>(filterFields),
  run: (filter, { tools }) => findDeliveries(filter, tools),
};

const waitFor: AsyncAction<WaitForDelivery, Delivery> = {
  summary: "Wait for a delivery",
  isAsync: true,
  input: strictObjectSchema<WaitForDelivery>({ ...filterFields, timeout: waitTimeoutSchema }),
  async run({ timeout: timeoutMs, ...filter }, { tools, store, signal }) {
    const [listed] = findDeliveries(filter, tools);
    rejectIfStopping(store);
    const matches = (delivery: Delivery) => matchesFilter(delivery, filter);
    return listed ?? tools.deliveries.waitForNext({ awaited: "delivery", filter, matches, timeoutMs, signal });
  },
};

const clear: Action<object, void> = {
  summary: "Clear the deliveries",
  isDestructive: true,
  run: (_, { tools }) => tools.deliveries.clear(),
};

export const deliveryActions: Actions<DeliveriesControl> = { list, waitFor, clear };
