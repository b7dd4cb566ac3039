/** The owner of an API key: a row of `keys`. */
export interface Caller {
  readonly organizationId: string;
  readonly role: "owner" | "reader";
}
