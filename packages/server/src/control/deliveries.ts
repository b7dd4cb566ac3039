import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { type Delivery, type DeliveryFilter, deliveryKinds, type WaitForDelivery } from "../deliveries/delivery.ts";
import { deliverySchema } from "../deliveries/delivery-schemas.ts";
import type { TestToolsState } from "../server-state.ts";
import { type Command, type Commands, inputSchema, noInput } from "./command.ts";
import { rejectCommand } from "./command-rejection.ts";

/**
 * The newest 1,000 notifications that channels received.
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
   * @param options - a signal that aborts the wait
   * @throws {@link ControlError} `invalid_input`, `not_found` if the delivery named in `after` is not listed any more,
   * `timeout` if no delivery matches in time, or `conflict` if the server is reset meanwhile
   * @throws the reason of the signal if it is aborted
   */
  waitFor(filter?: WaitForDelivery, options?: { readonly signal?: AbortSignal | undefined }): Promise<Delivery>;

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

function requireListed({ after }: DeliveryFilter, { deliveries }: TestToolsState): void {
  if (after === undefined || deliveries.has(after)) return;
  rejectCommand(
    "not_found",
    `there is no delivery ${after}, or it was forgotten. Give after the id of one that is listed, or leave it out`,
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
  acceptsSignal: true,
  input: inputSchema({
    ...filterFields,
    timeout: z.optional(z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs))),
  }),
  output: deliverySchema,
  async run({ timeout = choices.deliveryTimeoutMs, ...filter }, { testTools, signal }) {
    requireListed(filter, testTools);
    const delivery = await testTools.deliveries.waitFor(filter, timeout, signal);
    if (typeof delivery === "object") return delivery;
    if (delivery === "closed")
      rejectCommand("conflict", "the server was reset, or its organization removed. Wait again");
    const others = testTools.deliveries.list({});
    return rejectCommand(
      "timeout",
      `none that matches ${JSON.stringify(filter)} came within ${timeout} ms; ${others.length} others were delivered`,
    );
  },
};

const clear: Command<object, void> = {
  summary: "Forget the deliveries",
  input: noInput,
  output: z.void(),
  run: (_, { testTools }) => testTools.deliveries.clear(),
};

/** The commands of {@link DeliveriesControl}. */
export const deliveryCommands: Commands<DeliveriesControl> = { list, waitFor, clear };
