/** Addresses and key of the servers that checks call. */
export interface CheckContext {
  /** URL of a reference server with the demo seed, which every web page may call. */
  readonly serviceUrl: string;
  /** Key of that server. */
  readonly apiKey: string;
  /** URL of a server that handles connections in unusual ways. See `start-host.ts`. */
  readonly hostUrl: string;
  /** URL at which nothing listens. */
  readonly closedUrl: string;
}

/** The parts of the product that a check concerns. */
export type Subject = "client" | "server";

/** One check, which is the same in every runtime. */
export interface RuntimeCheck {
  readonly subject: Subject;
  /** Title in the table. */
  readonly name: string;
  /** Rejects if the check fails. */
  readonly run: (context: CheckContext) => Promise<void>;
}

/** The result of one check. */
export interface CheckResult {
  readonly subject: string;
  readonly name: string;
  /** Why it failed; undefined if it passed. */
  readonly problem?: string | undefined;
}

/** Throws unless two values have the same JSON. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`Expected ${wanted}, got ${got}`);
}

/** Throws unless the condition is true. */
export function expectTrue(condition: boolean, expectation: string): void {
  if (!condition) throw new Error(`Expected: ${expectation}`);
}
