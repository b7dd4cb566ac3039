/**
 * A sentence or a table row of the specification. At least one required case checks it, unless the specification leaves
 * something open by it, or it cannot be observed.
 */
export interface Sentence {
  /** The text, exactly as in `docs/specification.md`. */
  readonly text: string;
  /** Set if the sentence states what the specification does not define. Only cases about choices refer to it. */
  readonly isOpen?: true;
  /** Why no request can show whether an implementation follows the sentence. No case refers to it. */
  readonly unobservable?: string;
}
