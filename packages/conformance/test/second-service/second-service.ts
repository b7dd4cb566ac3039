/** A running service. Disposing it stops it. */
export interface SecondService extends AsyncDisposable {
  /** The base address of the six operations, which contains no `/v1`. */
  readonly baseUrl: string;
  /** The base address of the admin API, for what the specification mentions and does not define. */
  readonly adminUrl: string;
  /** Expected as the header `x-admin-token` by the admin API. */
  readonly adminToken: string;
}
