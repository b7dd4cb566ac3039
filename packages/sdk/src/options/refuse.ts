import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";

/**
 * Tells what is wrong with options: of a call, or of a client that is being made.
 *
 * @throws {@link ConfigurationError} always
 */
export function refuse(problem: string, context: ErrorContext = { task: "create a client" }): never {
  throw new ConfigurationError(problem, context);
}
