/** Returns the header with which a client sends the token. */
export function createTokenHeader(token: string | undefined): { readonly authorization?: string } {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Checks whether the header of a request contains the token. The time that it takes depends on the length of the header only. */
export function hasToken({ authorization }: { readonly authorization: string | null }, token: string): boolean {
  const sent = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  let difference = sent.length ^ token.length;
  for (let index = 0; index < sent.length; index += 1) {
    difference |= sent.charCodeAt(index) ^ token.charCodeAt(index % token.length);
  }
  return difference === 0;
}
