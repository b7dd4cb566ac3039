export const deliveryKinds = ["brief", "connection", "change"] as const;

/**
 * The kind of a notification: the daily brief, a strong new connection, or a change of a page.
 *
 * @useDeclaredType
 * @see Specification, section 6
 */
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * A notification that a bound channel received.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * server.control.brains.sendDailyBrief({ brainId: "brain_operations" });
 * const [delivery] = server.deliveries.list();
 * console.log(delivery?.kind, delivery?.bindingId); // brief binding_bridge
 * ```
 *
 * @see Specification, section 6
 */
export interface Delivery {
  /** Id of the delivery. */
  readonly id: string;
  /** Kind of the notification. */
  readonly kind: DeliveryKind;
  /** When it was delivered, an ISO 8601 timestamp of the organization's clock. */
  readonly at: string;
  /** Organization that owns the brain. */
  readonly organizationId: string;
  /** Brain of the notification. */
  readonly brainId: string;
  /** Slugs of its pages: none for a brief, two for a connection, one for a change. */
  readonly slugs: readonly string[];
  /** Binding through which it was delivered. */
  readonly bindingId: string;
  /** Installation of the channel. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /** Text that explains why the channel received it. */
  readonly why: string;
}

/** The deliveries to return. Omitted fields match every delivery. */
export interface DeliveryFilter {
  /** Kind of the notification. */
  readonly kind?: DeliveryKind | undefined;
  /** Brain of the notification. */
  readonly brainId?: string | undefined;
  /** Slug of one of its pages. */
  readonly slug?: string | undefined;
  /** Binding through which it was delivered. */
  readonly bindingId?: string | undefined;
  /** Platform channel id. */
  readonly channelId?: string | undefined;
  /** Id of a listed delivery: only later ones are returned. */
  readonly after?: string | undefined;
}

/** The delivery to wait for, and the timeout. */
export interface WaitForDelivery extends DeliveryFilter {
  /**
   * Milliseconds of real time, from 0 to 120,000.
   *
   * @default 5000
   */
  readonly timeout?: number | undefined;
}
