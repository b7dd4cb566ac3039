/** Returns the time of this machine in milliseconds since 1970, to compare that of an implementation with it. */
export function localTimeMs(): number {
  return Date.now();
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
