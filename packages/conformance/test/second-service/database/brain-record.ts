/** A row of `brains`. */
export interface BrainRecord {
  readonly id: string;
  readonly organizationId: string;
}
