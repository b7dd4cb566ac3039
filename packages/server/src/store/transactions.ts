/**
 * Notes how a change is undone, if the transaction that makes it fails.
 *
 * @param undo - takes the change back
 * @param organizationId - the organization that has changed; left out if the whole server has, or an organization that was replaced
 */
export type NoteUndo = (undo: () => void, organizationId?: string) => void;

interface Transaction {
  readonly undo: (() => void)[];
  // The ids of the organizations; undefined for the whole server.
  readonly changed: Set<string | undefined>;
  readonly afterCommit: (() => void)[];
}

/**
 * The transactions of a server, one after the other. Each takes back its changes if it fails, and otherwise announces them at its end.
 * Records and clocks change only in a transaction.
 */
export class Transactions {
  readonly #announce: (organizationId: string | undefined) => void;
  #current: Transaction | undefined;

  /** @param announce - called for each organization that a transaction has changed, and with undefined if it has changed the server */
  constructor(announce: (organizationId: string | undefined) => void) {
    this.#announce = announce;
  }

  /** Runs a function in a transaction. Returns its output, and the ids of the organizations that it has changed. */
  run<Output>(run: () => Output): { readonly output: Output; readonly changed: readonly string[] } {
    if (this.#current) {
      throw new Error(
        "A control was called while another one was running: the function now of a clock must not call controls.",
      );
    }
    const transaction: Transaction = { undo: [], changed: new Set(), afterCommit: [] };
    this.#current = transaction;
    let output: Output;
    try {
      output = run();
    } catch (error) {
      for (const step of transaction.undo.reverse()) step();
      throw error;
    } finally {
      this.#current = undefined;
    }
    for (const step of transaction.afterCommit) step();
    for (const id of transaction.changed) this.#announce(id);
    return { output, changed: [...transaction.changed].filter((id) => id !== undefined) };
  }

  readonly noteUndo: NoteUndo = (undo, organizationId) => {
    const transaction = this.#requireCurrent();
    transaction.undo.push(undo);
    transaction.changed.add(organizationId);
  };

  /** Calls a function after the transaction, unless it fails: the function does what can't be undone, and never throws. */
  afterCommit(step: () => void): void {
    this.#requireCurrent().afterCommit.push(step);
  }

  #requireCurrent(): Transaction {
    if (this.#current) return this.#current;
    throw new Error("Records are changed outside of a transaction.");
  }
}
