/** Returns the time of this machine in milliseconds since 1970, to compare that of an implementation with it. */
export function localTimeMs(): number {
  return Date.now();
}

/** Resolves after a time, or as soon as a signal is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal?.addEventListener("abort", finish);
    if (signal?.aborted) finish();
  });
}

/**
 * Resolves or rejects as a function of the target does.
 *
 * @param name - name of the function, for the message
 * @throws an error if it takes longer than a time
 */
export async function withinTime<Result>(
  name: string,
  milliseconds: number,
  call: () => Result | PromiseLike<Result>,
): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const error = new Error(`${name} took longer than ${milliseconds} ms`);
  const timer = setTimeout(() => timeout.reject(error), milliseconds);
  try {
    return await Promise.race([call(), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the milliseconds of the header `Retry-After`. A date is compared with that of the response, because clocks differ. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  if (Number.isNaN(date)) return undefined;
  const now = Date.parse(headers.get("date") ?? "");
  return Math.max(0, date - (Number.isNaN(now) ? localTimeMs() : now));
}
