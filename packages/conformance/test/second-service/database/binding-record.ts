/** A row of `bindings`, with the team of its installation. */
export interface BindingRecord {
  readonly id: string;
  readonly brainId: string;
  readonly installationId: string;
  readonly teamId: string;
  readonly channelId: string;
  readonly channelName: string | null;
  readonly status: string;
  readonly notifyBriefs: boolean;
  readonly notifyConnections: boolean;
  readonly notifyChanges: boolean;
  readonly createdAt: Date;
}
