/**
 * Kinds of notifications: the daily brief, a strong new connection, and a page with new knowledge.
 *
 * @see Specification, section 6
 */
export type DeliveryKind = "brief" | "connection" | "change";

/** Every {@link DeliveryKind}. */
export const deliveryKinds = ["brief", "connection", "change"] as const satisfies readonly DeliveryKind[];

/**
 * A notification that a bound channel received.
 *
 * @see Specification, section 6
 */
export interface Delivery {
  /** Id of the delivery. */
  readonly id: string;
  /** What the notification is about. */
  readonly kind: DeliveryKind;
  /** When it was delivered, an ISO 8601 timestamp of the organization's clock. */
  readonly at: string;
  /** Organization that owns the brain. */
  readonly organizationId: string;
  /** Brain that the notification is about. */
  readonly brainId: string;
  /** Slugs of the pages that it is about: none for a brief, two for a connection, one for a change. */
  readonly slugs: readonly string[];
  /** Binding that carried it. */
  readonly bindingId: string;
  /** Installation of the channel. */
  readonly installationId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /** Why the channel received it, in words. */
  readonly why: string;
}

/** A binding that did not deliver a notification. */
export interface SkippedBinding {
  /** The binding. */
  readonly bindingId: string;
  /** Why it did not deliver, in words. */
  readonly why: string;
}

/** What became of a notification: a delivery or a reason for each binding of the brain. */
export interface NotificationReport {
  /** What was delivered. */
  readonly delivered: readonly Delivery[];
  /** The bindings that did not deliver it. */
  readonly skipped: readonly SkippedBinding[];
}

/** Which deliveries to show. What is left out does not matter. */
export interface DeliveryFilter {
  /** What the notification is about. */
  readonly kind?: DeliveryKind | undefined;
  /** Brain that it is about. */
  readonly brainId?: string | undefined;
  /** Page that it is about. */
  readonly slug?: string | undefined;
  /** Binding that carried it. */
  readonly bindingId?: string | undefined;
  /** Platform channel that received it. */
  readonly channelId?: string | undefined;
  /** Id of a delivery that is remembered: only those after it are shown. */
  readonly after?: string | undefined;
}

/** Which delivery to wait for, and how long. */
export interface WaitForDelivery extends DeliveryFilter {
  /**
   * Milliseconds of real time, up to 2 minutes.
   *
   * @default 5000
   */
  readonly timeout?: number | undefined;
}
