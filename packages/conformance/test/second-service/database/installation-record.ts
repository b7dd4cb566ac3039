/** A row of `installations`. */
export interface InstallationRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly brainId: string | null;
  readonly teamId: string;
}
