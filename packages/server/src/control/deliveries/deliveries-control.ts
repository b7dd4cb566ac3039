import type { Delivery, DeliveryFilter, WaitForDelivery } from "../../deliveries/delivery.ts";

/**
 * The newest 1,000 notifications that channels received.
 *
 * @see Specification, section 6
 */
export interface DeliveriesControl {
  /**
   * The deliveries that pass a filter, the oldest first.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` where the delivery named in `after` is not remembered
   */
  list(filter?: DeliveryFilter): readonly Delivery[];

  /**
   * Waits for the first delivery that passes a filter. One that is there already counts; name it in `after` to wait for
   * the next one.
   *
   * @param options - a signal, which ends the waiting
   * @throws {@link ControlError} `invalid_input`, `not_found` where the delivery named in `after` is not remembered,
   * `timeout` where none comes in time, or `conflict` where the server is reset meanwhile
   * @throws the reason of the signal where that is aborted
   */
  waitFor(filter?: WaitForDelivery, options?: { readonly signal?: AbortSignal | undefined }): Promise<Delivery>;

  /** Forgets all deliveries. */
  clear(): void;
}
