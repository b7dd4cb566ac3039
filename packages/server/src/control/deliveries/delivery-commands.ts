import * as z from "zod/mini";
import { choices } from "../../choices.ts";
import { type Delivery, type DeliveryFilter, deliveryKinds, type WaitForDelivery } from "../../deliveries/delivery.ts";
import { deliverySchema } from "../../deliveries/delivery-schemas.ts";
import type { TestToolState } from "../../server-state.ts";
import { type Command, type Commands, inputSchema, noInput } from "../command.ts";
import { refuse } from "../refusal.ts";
import type { DeliveriesControl } from "./deliveries-control.ts";

const text = z.optional(z.string());
const filterFields = {
  kind: z.optional(z.enum(deliveryKinds)),
  brainId: text,
  slug: text,
  bindingId: text,
  channelId: text,
  after: text,
};

/** What came after a delivery cannot be told where nobody knows when that came. */
function requireKnown({ after }: DeliveryFilter, { deliveries }: TestToolState): void {
  if (after === undefined || deliveries.has(after)) return;
  refuse(
    "not_found",
    `there is no delivery ${after}, or it was forgotten. Give after the id of one that is listed, or leave it out`,
  );
}

const list: Command<DeliveryFilter, readonly Delivery[]> = {
  summary: "List the deliveries",
  input: inputSchema(filterFields),
  output: z.array(deliverySchema),
  run(filter, { testTools }) {
    requireKnown(filter, testTools);
    return testTools.deliveries.list(filter);
  },
};

const waitFor: Command<WaitForDelivery, Delivery> = {
  summary: "Wait for a delivery",
  asynchronous: true,
  endsBySignal: true,
  input: inputSchema({
    ...filterFields,
    timeout: z.optional(z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs))),
  }),
  output: deliverySchema,
  async run({ timeout = choices.deliveryTimeoutMs, ...filter }, { testTools, signal }) {
    requireKnown(filter, testTools);
    const delivery = await testTools.deliveries.waitFor(filter, timeout, signal);
    if (typeof delivery === "object") return delivery;
    if (delivery === "ended") refuse("conflict", "the server was reset, or its organization removed. Wait again");
    const others = testTools.deliveries.list({});
    return refuse(
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
