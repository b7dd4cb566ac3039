import type {
  Channel,
  ChannelBinding,
  Disconnect,
  ErrorBody,
  IndexEntry,
  OAuthStart,
  Page,
} from "@knowledge-base/types";

/** What a generated client received of each operation. What it generated must fit the interfaces of the project. */
export interface Answers {
  readonly entries: readonly IndexEntry[];
  readonly channels: readonly Channel[];
  readonly binding: ChannelBinding;
  readonly start: OAuthStart;
  readonly page: Page;
  readonly disconnect: Disconnect;
  /** What it received as errors: for a wrong key, a wrong limit and a brain that does not exist. */
  readonly errors: readonly ErrorBody[];
}

/** The data of an answer that must have some. */
export function present<Data>(data: Data | undefined): Data {
  if (data === undefined) throw new Error("The client received no data where it should have");
  return data;
}
