/** Resolves after a time in milliseconds, or as soon as a signal is aborted. Without a time it needs no timer, which tests replace. */
export function sleep(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  if (milliseconds === 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal?.addEventListener("abort", finish);
  });
}

/**
 * Reads the delay in milliseconds that a response asks for: `retry-after-ms`, or `retry-after` with seconds or a date. Undefined if
 * it asks for none.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const milliseconds = headers.get("retry-after-ms") ?? "";
  if (number.test(milliseconds)) return limit(Number(milliseconds));
  const text = headers.get("retry-after") ?? "";
  if (number.test(text)) return limit(Number(text) * 1000);
  // Dates of HTTP begin with a day of the week. The platform would accept much else as a date.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
  const delayMs = parseHttpDate(text) - nowMs;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}

const number = /^\d+(\.\d+)?$/;

function limit(milliseconds: number): number {
  return Math.min(Math.round(milliseconds), Number.MAX_SAFE_INTEGER);
}

/** An old form of these dates names no time zone, and the platform would take the local one. */
function parseHttpDate(text: string): number {
  return Date.parse(/[ :]\d+$/.test(text) ? `${text} GMT` : text);
}
