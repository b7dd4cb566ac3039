import { ConfigurationError } from "./configuration-error.ts";
import type { ErrorFields, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The part of an error's fields that the code that finds a problem does not know. */
export interface ErrorContext extends Omit<ErrorFields, "message" | "cause"> {
  /** The task that failed, as the middle of a sentence: `archive a page`. */
  readonly task: string;
}

/**
 * Thrown inside the client by code that does not know the context of an error: the operation, the URL, the attempts.
 * {@link withErrorContext} and the function that runs a call turn it into the public error.
 */
export class DeferredError extends Error {
  readonly #create: (fields: ErrorFields) => KnowledgeBaseError;

  /** @param problem - The problem, as the end of a sentence that begins with the task. */
  constructor(problem: string, create: (fields: ErrorFields) => KnowledgeBaseError) {
    super(problem);
    this.#create = create;
  }

  createError({ task, ...context }: ErrorContext): KnowledgeBaseError {
    return this.#create({ ...context, message: `Failed to ${task}: ${this.message}` });
  }
}

/** Throws the {@link DeferredError} of options that cannot be used. */
export function throwConfigurationError(problem: string, options?: ErrorOptions): never {
  throw new DeferredError(problem, (fields) => new ConfigurationError({ ...fields, ...options }));
}

/** Turns anything that the code of the client throws into a public error. */
export function toPublicError(thrown: unknown, { task, ...fields }: ErrorContext): KnowledgeBaseError {
  if (thrown instanceof DeferredError) return thrown.createError({ task, ...fields });
  // A function or a getter of the options, the input or the operation has thrown.
  const message = `Failed to ${task}: a function that the caller gave failed.`;
  return new ConfigurationError({ ...fields, message, cause: thrown });
}

/** Runs a function, and turns what it may throw into a public error. */
export function withErrorContext<Result>(context: ErrorContext, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    throw toPublicError(thrown, context);
  }
}
