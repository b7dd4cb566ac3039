import type {
  Channel,
  ChannelBinding,
  Disconnect,
  ErrorBody,
  IndexEntry,
  OAuthStart,
  Page,
} from "@knowledge-base/types";

/** What a client receives from every operation. The types of the generated clients must fit those of the project. */
export interface Received {
  readonly entries: readonly IndexEntry[] | undefined;
  readonly channels: readonly Channel[] | undefined;
  readonly binding: ChannelBinding | undefined;
  readonly start: OAuthStart | undefined;
  readonly page: Page | undefined;
  readonly disconnect: Disconnect | undefined;
  /** Errors for an invalid key, an invalid limit and an unknown brain. */
  readonly errors: readonly (ErrorBody | undefined)[];
}

/** Calls every operation of a service. */
export type CallEverything = (baseUrl: string, apiKey: string) => Promise<Received>;
