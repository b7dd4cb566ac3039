/** A brain and the organization that owns it. */
export interface BrainOfOrganization {
  readonly organizationId: string;
  readonly brainId: string;
}
