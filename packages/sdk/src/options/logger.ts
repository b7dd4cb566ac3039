import { readEnvironment } from "./environment.ts";
import { refuse } from "./refuse.ts";

/** What a client writes its log to; `console` is one. It is not waited for. */
export interface Logger {
  /** Requests, answers, and calls that fail. */
  debug(message: string, details: object): unknown;
  /** Attempts that are repeated. */
  info(message: string, details: object): unknown;
  /** Answers that depart from the contract. */
  warn(message: string, details: object): unknown;
  /** Hooks that throw. */
  error(message: string, details: object): unknown;
}

/** The least important lines that are written; `off` writes none. */
export type LogLevel = keyof Logger | "off";

/** Levels from the least to the most important. */
const levels: readonly LogLevel[] = ["debug", "info", "warn", "error", "off"];

/** A logger without the levels that nobody reads. */
export type LeveledLogger = Partial<Logger>;

/**
 * Makes a logger of the levels that are important enough. One that throws breaks nothing.
 *
 * @throws {@link ConfigurationError} where there is no such level
 */
export function createLogger(logger: Logger, least = readEnvironment("KNOWLEDGE_BASE_LOG") ?? "warn"): LeveledLogger {
  const first = levels.indexOf(least as LogLevel);
  if (first < 0) refuse(`logLevel or KNOWLEDGE_BASE_LOG must be one of ${levels.join(", ")}.`);
  const leveled: LeveledLogger = {};
  for (const level of levels.slice(first, -1) as (keyof Logger)[]) {
    leveled[level] = async (message, details) => {
      try {
        await logger[level](message, details);
      } catch {
        // There is nobody left to tell.
      }
    };
  }
  return leveled;
}
