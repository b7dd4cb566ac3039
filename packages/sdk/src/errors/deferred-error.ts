import type { Redact } from "@knowledge-base/types/internal";
import type { AnyKnowledgeBaseError } from "./any-knowledge-base-error.ts";
import { ConfigurationError } from "./configuration-error.ts";
import type { ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The part of an error's fields that the code that finds a problem does not know. */
export interface ErrorContext extends Omit<ErrorInit, "message" | "cause"> {
  /** The task that failed, as the middle of a sentence: `archive a page`. */
  readonly task: string;
  /** Redacts the secrets of the request, if there is one: a problem may quote the error of a function that read the response. */
  readonly redact?: Redact | undefined;
}

/**
 * Thrown inside the client by code that does not know the context of an error: the operation, the URL, the attempts.
 * {@link toPublicError} turns it into the public error.
 */
export class DeferredError<Fields extends ErrorInit = never> extends Error {
  readonly #errorClass: new (
    fields: Fields,
  ) => KnowledgeBaseError;
  readonly #fields: object;

  /**
   * @param problem - The problem, as the end of a sentence that begins with the task.
   * @param errorClass - Class of the public error.
   * @param fields - The fields of the public error that are known here.
   */
  constructor(
    problem: string,
    errorClass: new (fields: Fields) => KnowledgeBaseError,
    fields: Omit<Fields, "message">,
  ) {
    super(problem);
    this.#errorClass = errorClass;
    this.#fields = fields;
  }

  createError({ task, redact = String, ...context }: ErrorContext): AnyKnowledgeBaseError {
    const fields: ErrorInit = { ...context, ...this.#fields, message: redact(`Failed to ${task}: ${this.message}`) };
    return new this.#errorClass(fields as Fields) as AnyKnowledgeBaseError;
  }
}

/** Throws the {@link DeferredError} of options that cannot be used. */
export function throwConfigurationError(problem: string): never {
  throw new DeferredError(problem, ConfigurationError, {});
}

/**
 * Returns anything that was thrown as a {@link DeferredError}.
 *
 * @param source - The function of the caller that has thrown; by default the objects whose getters and methods may have.
 */
export function toDeferredError(thrown: unknown, source = "reading the options or the input"): DeferredError {
  if (thrown instanceof DeferredError) return thrown;
  return new DeferredError(`${quoteMessages([`${source} failed`, thrown])}.`, ConfigurationError, { cause: thrown });
}

/** Joins texts and the messages of errors to a part of a sentence, without those that are empty or repeated. */
export function quoteMessages(quoted: readonly unknown[]): string {
  return [...new Set(quoted.map(readMessage))].filter((message) => message !== "").join(": ");
}

function readMessage(value: unknown): string {
  try {
    const { message = value }: { readonly message?: unknown } = Object(value);
    return typeof message === "string" ? message.replace(/\.$/, "") : "";
  } catch {
    return ""; // A getter or a proxy has thrown.
  }
}

/** Returns a function that throws what it receives as a {@link DeferredError} of a function of the caller. */
export function throwFrom(source: string): (thrown: unknown) => never {
  return (thrown) => {
    throw toDeferredError(thrown, source);
  };
}

/** Calls a function of the caller, and throws a {@link DeferredError} that names it if it throws. */
export function callGiven<Result>(source: string, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    throw toDeferredError(thrown, source);
  }
}

/** Turns anything that the code of the client throws into a public error. */
export function toPublicError(thrown: unknown, context: ErrorContext): AnyKnowledgeBaseError {
  return toDeferredError(thrown).createError(context);
}

/** Runs a function, and turns what it may throw into a public error. */
export function withErrorContext<Result>(context: ErrorContext, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    throw toPublicError(thrown, context);
  }
}
