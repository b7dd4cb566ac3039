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
  const timeout = new Error(`${name} took longer than ${milliseconds} ms`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeout), milliseconds);
  });
  try {
    return await Promise.race([call(), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
