interface Transaction {
  readonly undo: (() => void)[];
  readonly changed: Set<string>;
  readonly endings: (() => void)[];
}

/** The transactions of a server, one after the other: each undoes its changes if it fails, and otherwise announces them at its end. */
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

  /** Announces that an organization has changed: outside of a transaction at once. */
  recordChange(organizationId: string): void {
    if (this.#current) this.#current.changed.add(organizationId);
    else this.#onChange(organizationId);
  }

  /** Takes a function that undoes a change, for the case that the current transaction fails. */
  recordUndo(undo: () => void): void {
    this.#current?.undo.push(undo);
  }

  /** Takes a function to be called at the end of the current transaction, unless it fails. */
  beforeEnd(end: () => void): void {
    this.#current?.endings.push(end);
  }
}
