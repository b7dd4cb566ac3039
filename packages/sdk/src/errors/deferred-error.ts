import { ConfigurationError } from "./configuration-error.ts";
import type { ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The part of an error's fields that the code that finds a problem does not know. */
export interface ErrorContext extends Omit<ErrorInit, "message" | "cause"> {
  /** The task that failed, as the middle of a sentence: `archive a page`. */
  readonly task: string;
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

  createError({ task, ...context }: ErrorContext): KnowledgeBaseError {
    const fields: ErrorInit = { ...context, ...this.#fields, message: `Failed to ${task}: ${this.message}` };
    return new this.#errorClass(fields as Fields);
  }
}

/** Throws the {@link DeferredError} of options that cannot be used. */
export function throwConfigurationError(problem: string): never {
  throw new DeferredError(problem, ConfigurationError, {});
}

/** Returns anything that the code of the client throws as a {@link DeferredError}. */
export function toDeferredError(thrown: unknown): DeferredError {
  if (thrown instanceof DeferredError) return thrown;
  // A function or a getter of the options, the input or the operation has thrown.
  return new DeferredError("a function that the caller gave failed.", ConfigurationError, { cause: thrown });
}

/** Turns anything that the code of the client throws into a public error. */
export function toPublicError(thrown: unknown, context: ErrorContext): KnowledgeBaseError {
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
