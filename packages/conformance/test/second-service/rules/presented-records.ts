import type { BindingRecord } from "../database/binding-record.ts";
import type { ChannelRecord } from "../database/channel-record.ts";
import type { PageRecord } from "../database/page-record.ts";

/** The records that responses contain, before they get their documented form. */
export interface PresentedRecords {
  readonly page: PageRecord;
  readonly indexEntry: PageRecord;
  readonly binding: BindingRecord;
  readonly channel: ChannelRecord;
  readonly oauthStart: { readonly authorizationUrl: string; readonly expiresAt: Date };
  readonly disconnect: { readonly disconnected: boolean };
  readonly error: {
    readonly statusCode: number;
    readonly timestamp: Date;
    readonly path: string;
    readonly message: string;
    readonly body?: object;
  };
}
