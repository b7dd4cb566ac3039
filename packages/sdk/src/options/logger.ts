import { fieldsOf } from "@knowledge-base/internal/json";
import { readEnvironment } from "../environment.ts";
import { throwConfigurationError } from "../errors/failure.ts";

/** A logger with a method for each level, such as `console`. pino takes the details first: wrap it. The methods aren't awaited. */
export interface Logger {
  /** Logs each request and response with its body, and calls that succeed or fail. */
  debug(message: string, details: object): unknown;
  /** Logs attempts that are retried. */
  info(message: string, details: object): unknown;
  /** Logs responses that differ from the contract, and deprecated operations. */
  warn(message: string, details: object): unknown;
  /** Logs hooks and functions `shouldRetry` that throw. */
  error(message: string, details: object): unknown;
}

/** Lowest level that is logged; `off` logs nothing. */
export type LogLevel = keyof Logger | "off";

/** Levels from the lowest to the highest. */
export const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error", "off"];

interface LoggerSettings {
  readonly logger: Logger;
  readonly logLevel?: LogLevel | undefined;
}

const levelVariable = "KNOWLEDGE_BASE_LOG";
const defaultLevel = "warn";

/** Checks that a logger has the methods of its level. */
export function checkLogger({ logger, logLevel }: LoggerSettings): void {
  const { level, names } = findLevel(logLevel);
  const missing = names.find((name) => typeof fieldsOf(logger)[name] !== "function");
  if (missing) throwConfigurationError(`logger must have the method ${missing}, because logLevel is ${level}.`);
}

/** Creates a logger with the methods of its level. They ignore what the given logger throws. */
export function createLogger({ logger, logLevel }: LoggerSettings): Partial<Logger> {
  const leveled: Partial<Logger> = {};
  const { names, isMistyped } = findLevel(logLevel);
  for (const name of names) {
    leveled[name] = async (message, details) => {
      try {
        await logger[name](message, details);
      } catch {
        // Nothing else could report it.
      }
    };
  }
  // An operator who mistypes a variable must not stop a program.
  if (isMistyped)
    leveled.warn?.(`${levelVariable} must be one of ${logLevels.join(", ")}. The level is ${defaultLevel}.`, {});
  return leveled;
}

// The level of the options, or else of the environment, with the names of its method and all above it.
function findLevel(logLevel: LogLevel | undefined) {
  const given = logLevel ?? (readEnvironment(levelVariable) as LogLevel | undefined) ?? defaultLevel;
  const isMistyped = !logLevels.includes(given);
  const level = isMistyped ? defaultLevel : given;
  return { level, isMistyped, names: logLevels.slice(logLevels.indexOf(level), -1) as (keyof Logger)[] };
}
