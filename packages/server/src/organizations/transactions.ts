interface Transaction {
  readonly undo: (() => void)[];
  readonly changed: Set<string>;
  readonly endings: (() => void)[];
}

/**
 * The transactions of a server, one after the other: each undoes its changes if it fails, and otherwise announces them at its end.
 * Records change only in a transaction.
 */
export class Transactions {
  readonly #onChange: (organizationId: string) => void;
  #current: Transaction | undefined;

  /** @param onChange - called with the id of each organization that has changed, but not for what a failed transaction undoes */
  constructor(onChange: (organizationId: string) => void) {
    this.#onChange = onChange;
  }

  run<Output>(run: () => Output): Output {
    if (this.#current) {
      throw new Error(
        "A control was called while another one was running: the function now of a clock must not call controls.",
      );
    }
    const transaction: Transaction = { undo: [], changed: new Set(), endings: [] };
    this.#current = transaction;
    let output: Output;
    try {
      output = run();
      for (const end of transaction.endings) end();
    } catch (error) {
      for (const step of transaction.undo.reverse()) step();
      throw error;
    } finally {
      this.#current = undefined;
    }
    for (const id of transaction.changed) this.#onChange(id);
    return output;
  }

  /**
   * Records a change.
   *
   * @param undo - undoes the change, if the transaction fails
   * @param organizationId - the organization to announce, if one has changed
   */
  recordChange(undo: () => void, organizationId?: string): void {
    const { undo: steps, changed } = this.#requireCurrent();
    steps.push(undo);
    if (organizationId !== undefined) changed.add(organizationId);
  }

  /** Takes a function to be called at the end of the transaction, unless it fails. */
  beforeEnd(end: () => void): void {
    this.#requireCurrent().endings.push(end);
  }

  #requireCurrent(): Transaction {
    if (this.#current) return this.#current;
    throw new Error("Records are changed outside of a transaction.");
  }
}
