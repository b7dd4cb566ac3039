/** What a client writes its log to; `console` is one. It is not waited for. */
export interface Logger {
  /** Requests and answers. */
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
export const logLevels = ["debug", "info", "warn", "error", "off"] as const satisfies readonly LogLevel[];

/** A logger without the levels that nobody reads. */
export type LeveledLogger = Partial<Logger>;

/** Makes a logger of the levels that are important enough. One that throws breaks nothing. */
export function createLogger(logger: Logger, least: LogLevel): LeveledLogger {
  const leveled: LeveledLogger = {};
  for (const level of logLevels.slice(logLevels.indexOf(least))) {
    if (level === "off") continue;
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
