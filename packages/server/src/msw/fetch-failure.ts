/**
 * Makes an error that a `fetch` rejects with. Others that are thrown while msw looks for a handler it answers with
 * status 500; those that have a code and an errno, as of a socket, it hands on.
 */
export function fetchFailure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, errno: undefined });
}
