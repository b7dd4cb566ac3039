/** Checks whether the value of a `content-type` header is that of JSON, with any parameters. */
export function isJsonType(contentType: string | null): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? "");
}
