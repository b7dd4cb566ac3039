export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Matches the name of a header, in lower case, that decides where a message ends and how its connection is used. */
export const connectionHeader =
  /^(connection|content-length|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** Statuses of responses that have no body. */
export const bodylessStatuses: readonly number[] = [204, 205, 304];

/** Statuses of responses that lead to another URL. */
export const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Returns the token of the header `Authorization`; an empty text if there is none. */
export function readBearer(authorization: string | null | undefined): string {
  const [, token = ""] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  return token;
}
