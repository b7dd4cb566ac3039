import type { AuthorizationProgress, DecidedAuthorization } from "../progress.ts";

type Decision = Pick<AuthorizationProgress, "nonce" | "expiresAt" | "authorization">;

/** The authorizations of an organization that are no longer pending, by the nonce of their state. */
export class DecidedAuthorizations {
  readonly #byNonce: Map<string, DecidedAuthorization>;
  readonly #onSet: (decision: Decision) => void;

  /** @param onSet - called after a decision was added or replaced */
  constructor(decisions: Iterable<Decision>, onSet: (decision: Decision) => void) {
    this.#byNonce = new Map(Array.from(decisions, ({ nonce, authorization }) => [nonce, authorization]));
    this.#onSet = onSet;
  }

  get(nonce: string): DecidedAuthorization | undefined {
    return this.#byNonce.get(nonce);
  }

  has(nonce: string): boolean {
    return this.#byNonce.has(nonce);
  }

  set({ nonce, expiresAt }: Omit<Decision, "authorization">, authorization: DecidedAuthorization): void {
    this.#byNonce.set(nonce, authorization);
    this.#onSet({ nonce, expiresAt, authorization });
  }
}
