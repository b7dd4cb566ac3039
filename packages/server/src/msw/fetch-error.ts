/**
 * Creates an error with which `fetch` rejects. If msw is looking for a handler when an error is thrown, it responds with
 * status 500 instead, unless the error has a code and an errno, as errors of sockets do.
 */
export function createFetchError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, errno: undefined });
}
