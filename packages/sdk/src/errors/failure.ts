import { ConfigurationError } from "./configuration-error.ts";
import type { ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * Thrown inside the client by code that does not know the context of an error: the operation, the URL, the attempts.
 * {@link withContext} and the function that runs a call turn it into the public error.
 */
export class Failure extends Error {
  readonly createError: (context: ErrorContext) => KnowledgeBaseError;

  constructor(createError: (context: ErrorContext) => KnowledgeBaseError) {
    super("a failure without its context");
    this.createError = createError;
  }
}

/** Throws the {@link Failure} of options that cannot be used. */
export function throwConfigurationError(problem: string, options?: ErrorOptions): never {
  throw new Failure((context) => new ConfigurationError(problem, context, options));
}

/** Runs a function, and turns the {@link Failure} that it may throw into the public error. */
export function withContext<Result>(context: ErrorContext, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown.createError(context) : thrown;
  }
}
