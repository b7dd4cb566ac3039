import type { CheckResult } from "./checks/check.ts";
import type { Host } from "./start-host.ts";

/** What all rows need, prepared once. */
export interface Preparation {
  /** A folder outside of the repository with the installed packages and the programs of the checks. */
  readonly folder: string;
  readonly host: Host;
}

/** The tables of the guide. */
export type TableName = "runtimes" | "bundlers" | "frameworks" | "typescript";

/** A runtime, bundler, framework or compiler to check. */
export interface MatrixRow {
  /** Name on the command line. */
  readonly id: string;
  readonly table: TableName;
  /** Name in the table. */
  readonly name: string;
  /** The dependency of `package.json` that has its version; undefined if the version is that of the machine. */
  readonly dependency?: string | undefined;
  /**
   * Runs the checks.
   *
   * @throws {@link CannotRunError} if this machine does not have what the row needs
   */
  readonly run: (preparation: Preparation) => Promise<RowResult>;
}

/** What the checks of a row found. */
export interface RowResult {
  readonly version: string;
  readonly checks: readonly CheckResult[];
  /** Bytes of a bundle with one call of the client, minified and compressed. */
  readonly bytes?: number | undefined;
}

/** Thrown if a row cannot be run on this machine. */
export class CannotRunError extends Error {
  override readonly name = "CannotRunError";
}
