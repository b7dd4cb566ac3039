import { ConfigurationError } from "./configuration-error.ts";
import type { ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * Thrown inside the client by code that does not know the context of an error: the operation, the URL, the attempts.
 * {@link withErrorContext} and the function that runs a call turn it into the public error.
 */
export class DeferredError extends Error {
  readonly createError: (context: ErrorContext) => KnowledgeBaseError;

  constructor(createError: (context: ErrorContext) => KnowledgeBaseError) {
    super("an error without its context");
    this.createError = createError;
  }
}

/** Throws the {@link DeferredError} of options that cannot be used. */
export function throwConfigurationError(problem: string, options?: ErrorOptions): never {
  throw new DeferredError((context) => new ConfigurationError(problem, context, options));
}

/** Runs a function, and turns the {@link DeferredError} that it may throw into the public error. */
export function withErrorContext<Result>(context: ErrorContext, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    throw thrown instanceof DeferredError ? thrown.createError(context) : thrown;
  }
}
