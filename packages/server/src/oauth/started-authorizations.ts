import type { StartedAuthorization } from "./started-authorization.ts";

/** More authorizations of an organization are not remembered. They can be decided nevertheless. */
const maxStarted = 100;

/** The newest authorizations of an organization, by the nonce of their state. */
export class StartedAuthorizations {
  readonly #byNonce = new Map<string, StartedAuthorization>();

  add(nonce: string, authorization: StartedAuthorization): void {
    this.#byNonce.set(nonce, authorization);
    const [oldest] = this.#byNonce.keys();
    if (this.#byNonce.size > maxStarted && oldest !== undefined) this.#byNonce.delete(oldest);
  }

  /** Returns those that are accepted by a filter, oldest first. */
  filter(accepts: (nonce: string, authorization: StartedAuthorization) => boolean): StartedAuthorization[] {
    return Array.from(this.#byNonce).flatMap(([nonce, started]) => (accepts(nonce, started) ? [started] : []));
  }
}
