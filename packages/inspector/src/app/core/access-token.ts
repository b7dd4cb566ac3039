const storageKey = "inspector-token";

/** Returns the token in the fragment of a URL, such as `#token=secret`; null if there is none. */
export function tokenIn(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("token");
}

/** Returns the token of this tab; empty if the server needs none. That of the address is removed there, and kept until the tab closes. */
export function readAccessToken(): string {
  const given = tokenIn(location.hash);
  if (given !== null) keepAccessToken(given);
  return sessionStorage.getItem(storageKey) ?? "";
}

/** Keeps a token for this tab. */
export function keepAccessToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
  if (tokenIn(location.hash) !== null) history.replaceState(null, "", "#/requests");
}
