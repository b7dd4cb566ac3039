import * as z from "zod/mini";
import { choices } from "../choices.ts";
import {
  type Delivery,
  type DeliveryFilter,
  type DeliveryStats,
  deliveryKinds,
  type WaitForDelivery,
} from "../deliveries/delivery.ts";
import { deliverySchema } from "../deliveries/delivery-schemas.ts";
import { reject } from "../records/errors.ts";
import type { TestToolsState } from "../test-tools-state.ts";
import { type Command, type Commands, inputSchema, noInput } from "./command.ts";
import { logStatsFields } from "./log-stats-fields.ts";
import { rejectWait, waitTimeoutSchema } from "./reject-wait.ts";

/**
 * The newest notifications that channels received, by default 1,000.
 *
 * @see Specification, section 6
 */
export interface DeliveriesControl {
  /**
   * Returns the deliveries that match a filter, oldest first.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` if the delivery named in `after` is not listed any more
   */
  list(filter?: DeliveryFilter): readonly Delivery[];

  /**
   * Waits for a delivery that matches a filter and returns it. The oldest listed one that matches is returned at once; give
   * its id as `after` to wait for the next one.
   *
   * @throws {@link ControlError} `invalid_input`, `not_found` if the delivery named in `after` is not listed any more,
   * `timeout` if no delivery matches in time, or `conflict` if the server is reset meanwhile
   */
  waitFor(filter?: WaitForDelivery): Promise<Delivery>;

  /** Returns the number of deliveries, their size, and how many were dropped because there were too many. */
  stats(): DeliveryStats;

  /** Removes all deliveries, and counts dropped ones from 0 again. */
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

function requireListed({ after }: DeliveryFilter, { deliveries }: TestToolsState): void {
  if (after === undefined || deliveries.has(after)) return;
  reject(
    "not_found",
    `there is no delivery ${after}, or it was dropped. Set after to the id of a listed delivery, or omit it`,
  );
}

const list: Command<DeliveryFilter, readonly Delivery[]> = {
  summary: "List the deliveries",
  input: inputSchema(filterFields),
  output: z.array(deliverySchema),
  run(filter, { testTools }) {
    requireListed(filter, testTools);
    return testTools.deliveries.list(filter);
  },
};

const waitFor: Command<WaitForDelivery, Delivery> = {
  summary: "Wait for a delivery",
  asynchronous: true,
  input: inputSchema({ ...filterFields, timeout: waitTimeoutSchema }),
  output: deliverySchema,
  async run({ timeout: timeoutMs = choices.deliveryTimeoutMs, ...filter }, { testTools, serverState }) {
    const { deliveries } = testTools;
    requireListed(filter, testTools);
    const found = await deliveries.waitFor(filter, timeoutMs);
    if (typeof found === "object") return found;
    const ended = { awaited: "delivery", reason: found, filter, timeoutMs, stats: deliveries.stats() } as const;
    return rejectWait(ended, serverState.store.apiKeys);
  },
};

const stats: Command<object, DeliveryStats> = {
  summary: "Measure the deliveries",
  input: noInput,
  output: inputSchema(logStatsFields),
  run: (_, { testTools }) => testTools.deliveries.stats(),
};

const clear: Command<object, void> = {
  summary: "Clear the deliveries",
  input: noInput,
  output: z.void(),
  run: (_, { testTools }) => testTools.deliveries.clear(),
};

/** The commands of {@link DeliveriesControl}. */
export const deliveryCommands: Commands<DeliveriesControl> = { list, waitFor, stats, clear };
