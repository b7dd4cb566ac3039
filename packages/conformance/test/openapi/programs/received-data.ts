import type {
  Channel,
  ChannelBinding,
  Disconnect,
  ErrorBody,
  IndexEntry,
  OAuthStart,
  Page,
} from "@knowledge-base/types";

/** Data that a generated client received from each operation. Its types must fit the interfaces of the project. */
export interface ReceivedData {
  readonly entries: readonly IndexEntry[];
  readonly channels: readonly Channel[];
  readonly binding: ChannelBinding;
  readonly start: OAuthStart;
  readonly page: Page;
  readonly disconnect: Disconnect;
  /** Errors for an invalid key, an invalid limit and an unknown brain. */
  readonly errors: readonly ErrorBody[];
}

/** Returns the data of a response that must have some. */
export function present<Data>(data: Data | undefined): Data {
  if (data === undefined) throw new Error("The client received no data");
  return data;
}
