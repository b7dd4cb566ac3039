import {
  createRedactor,
  cutText,
  decode,
  findOptionProblems,
  formatProblems,
  messageOf,
  type OptionRule,
  shortestSecretLength,
  showValue,
} from "@knowledge-base/internal";
import { formatPath } from "@knowledge-base/types/internal";
import { choices } from "./choices.ts";

/** Machine-readable reason of a {@link ControlError}. */
export type ControlErrorCode =
  | "invalid_input"
  | "not_found"
  | "conflict"
  | "timeout"
  | "too_large"
  | "unauthorized"
  | "unreachable"
  | "oauth_invalid_state"
  | "oauth_expired_state"
  | "oauth_used_state"
  | "oauth_wrong_code";

/** A problem of one value of an input or a state. */
export type ControlProblem = {
  /** Path of the value, such as `pages[3].brainId`. */
  readonly path: string;
  /** Problem, as the end of a sentence that begins with the path, such as `must be 1`. */
  readonly message: string;
};

/**
 * Thrown if a control, a seed or a restore is rejected, or if a server in another process cannot be reached. Unless the code is
 * `unreachable`, nothing was changed.
 *
 * @example
 * ```ts
 * import { ControlError, createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * try {
 *   server.seed({ version: 1, brains: [{ id: "b", organizationId: "no-such-organization" }] });
 * } catch (error) {
 *   console.log(error instanceof ControlError && error.problems[0]?.path); // brains[0].organizationId
 * }
 * ```
 *
 * @see [Error messages](../../../../docs/reference/error-messages.md#errors-of-the-controls)
 */
export class ControlError extends Error {
  override readonly name = "ControlError";

  /** Reason of the failure, for programs. */
  readonly code: ControlErrorCode;

  /** Problems of the input or the state, at most the first 20, each with its path; empty for every other code. */
  readonly problems: readonly ControlProblem[];

  /** Number of all problems, including those that {@link ControlError.problems} leaves out. */
  readonly problemCount: number;

  /** @internal */
  constructor(
    code: ControlErrorCode,
    message: string,
    problems: readonly ControlProblem[] = [],
    problemCount = problems.length,
  ) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.problemCount = problemCount;
  }
}

/** Rejects a command. The message is a part of a sentence: the caller of the command adds what failed. */
export function reject(code: ControlErrorCode, cause: string): never {
  throw new ControlError(code, cause);
}

/** Rejects a command because of one field of its input. */
export function rejectInput(path: string | readonly PropertyKey[], message: string): never {
  const problems = new Problems();
  problems.add(typeof path === "string" ? [path] : path, message);
  return problems.reject();
}

/** Number of problems that an error lists. */
const maxProblems = 20;

/** Length to which the path and the message of a problem are cut. */
const maxTextLength = 500;

/** The first problems of a value, and the number of all: a list of all could be larger than the value. */
export class Problems {
  readonly #first: ControlProblem[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds a problem. Only those that are listed are described. */
  add(path: readonly PropertyKey[], message: string | (() => string)): void {
    this.#count += 1;
    if (this.#first.length === maxProblems) return;
    this.#first.push({ path: formatPath(path), message: typeof message === "string" ? message : message() });
  }

  /** Counts problems that are not described. */
  omit(count = 0): void {
    this.#count += count;
  }

  /** Rejects a command with these problems. */
  reject(): never {
    const lines = this.#first.map(({ path, message }) => `${path || "the input"} ${message}`);
    throw new ControlError("invalid_input", [...lines, ...this.#more()].join("; "), this.#first, this.#count);
  }

  /** Creates the error of a state, whose message has a line for each problem. */
  toStateError(): ControlError {
    const lines = [...this.#first.map(({ path, message }) => `${path} ${message}`), ...this.#more()];
    const total = this.#count === 1 ? "1 problem" : `${this.#count} problems`;
    const message = `Failed to load a state: ${total}, so nothing was loaded.${lines.map((line) => `\n  ${line}`).join("")}`;
    return new ControlError("invalid_input", message, this.#first, this.#count);
  }

  #more(): string[] {
    const more = this.#count - this.#first.length;
    return more > 0 ? [`and ${more} more`] : [];
  }
}

/** Checks whether a value is a {@link ControlError}, also one of another copy of this package. */
export function isControlError(thrown: unknown): thrown is ControlError {
  return thrown instanceof Error && thrown.name === "ControlError";
}

/** Length to which a message is cut. */
const maxMessageLength = 20_000;

/** Returns an error without API keys, whose texts are cut. They are cut last: a part of a key would not be recognized. */
export function redactError(error: ControlError, keys: KnownKeys, describe = (cause: string) => cause): ControlError {
  const redact = createKeyRedactor(keys);
  const clean = (text: string, length: number) => cutText(redact(text.slice(0, length * 2)), length);
  const problems = error.problems.map(({ path, message }) => ({
    path: clean(path, maxTextLength),
    message: clean(message, maxTextLength),
  }));
  return new ControlError(error.code, describe(clean(error.message, maxMessageLength)), problems, error.problemCount);
}

/** The API keys of a server, as a set or as the keys of a map. */
export interface KnownKeys {
  has(key: string): boolean;
  keys(): Iterable<string>;
  /** Lengths of the keys, and maybe more, if they are known without reading each key. */
  readonly lengths?: Iterable<number>;
}

/** Creates a function that redacts the known API keys in texts, also as JSON and URLs spell them. */
export function createKeyRedactor(keys: KnownKeys): (text: string) => string {
  const findKeys = createKeySearch(keys);
  return (text) => createRedactor([text, ...decode(text)].flatMap(findKeys))(text);
}

/**
 * Creates a function that returns the keys in a text. It looks up every part of the text that is as long as a key, so that
 * the cost of a text does not grow with the number of keys.
 */
function createKeySearch(keys: KnownKeys): (text: string) => string[] {
  const lengths = new Set(keys.lengths ?? Array.from(keys.keys(), ({ length }) => length));
  for (const length of lengths) if (length < shortestSecretLength) lengths.delete(length);
  return (text) => {
    const found = new Set<string>();
    for (const length of lengths) {
      for (let start = 0; start + length <= text.length; start += 1) {
        const part = text.slice(start, start + length);
        if (keys.has(part)) found.add(part);
      }
    }
    return Array.from(found);
  };
}

/** Returns the message of an unexpected error, whose text nobody knows: short, and without API keys. */
export function redactFailure(thrown: unknown, apiKeys: KnownKeys): string {
  const { problemTextLength } = choices;
  // A part of a key would not be recognized.
  const message = cutText(messageOf(thrown), problemTextLength * 2);
  return cutText(createKeyRedactor(apiKeys)(message), problemTextLength);
}

/** Returns a text in quotes, or only its length if it is long: a part of it could be a part of a key, which is not redacted. */
export function quoteWhole(text: string): string {
  const shown = showValue(text);
  return shown.endsWith("…") ? `a text of ${text.length} characters` : shown;
}

/**
 * Throws an error that describes the first problem with an options object, if there is one.
 *
 * @param task - task that fails, such as `create a server`
 * @param advise - returns the advice for an unknown option that belongs elsewhere
 * @throws RangeError for a number that is out of range, otherwise TypeError
 */
export function checkOptions(
  task: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  advise: (name: string) => string | undefined = () => undefined,
): void {
  const [problem] = findOptionProblems(options, rules);
  if (!problem) return;
  const { name, path, message, kind } = problem;
  const advice = kind === "unknown" ? advise(name) : undefined;
  const OptionsError = kind === "range" ? RangeError : TypeError;
  throw new OptionsError(
    `Failed to ${task}: ${advice === undefined ? formatProblems([`${path} ${message}`]) : `${path} is not an option. ${advice}`}`,
  );
}
