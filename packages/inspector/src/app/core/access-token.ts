const storageKey = "inspector-token";

/** Returns the token of the URL that the server printed. The token is removed from the address, and kept until the tab closes. */
export function readAccessToken(): string {
  const given = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) keepAccessToken(given);
  return sessionStorage.getItem(storageKey) ?? "";
}

/** Keeps a token for this tab. */
export function keepAccessToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
  if (location.hash.startsWith("#token=")) history.replaceState(null, "", "#/requests");
}
