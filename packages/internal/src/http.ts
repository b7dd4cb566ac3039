/** Checks whether the host of a URL, or the name of a host, is this machine under an address that other machines can't reach. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|::1)$/i.test(host);
}

/** Returns the token of the header `Authorization`; an empty text if there is none. */
export function readBearer(authorization: string | null | undefined): string {
  const [, token = ""] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  return token;
}
