/** A row of `channels`. */
export interface ChannelRecord {
  readonly id: string;
  readonly installationId: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isMember: boolean;
}
