/** What a client writes its log to; `console` is one. */
export interface Logger {
  /** Requests and answers. */
  debug(message: string, details: object): void;
  /** Attempts that are repeated. */
  info(message: string, details: object): void;
  /** Answers that depart from the contract. */
  warn(message: string, details: object): void;
  /** Hooks that throw. */
  error(message: string, details: object): void;
}

/** The least important lines that are written; `off` writes none. */
export type LogLevel = keyof Logger | "off";

/** Levels from the least to the most important. */
export const logLevels = ["debug", "info", "warn", "error", "off"] as const satisfies readonly LogLevel[];

/** Makes a logger that leaves out what is less important than a level. A logger that throws breaks nothing. */
export function createLogger(logger: Logger, level: LogLevel): Logger {
  const least = logLevels.indexOf(level);
  const write = (name: keyof Logger) => (message: string, details: object) => {
    if (logLevels.indexOf(name) < least) return;
    try {
      logger[name](message, details);
    } catch {
      // There is nobody left to tell.
    }
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
