/**
 * Returns the milliseconds that the header `Retry-After` asks for, as seconds or as an HTTP date. A date is compared with that
 * of the response, because clocks differ.
 */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  if (Number.isNaN(date)) return undefined;
  const now = Date.parse(headers.get("date") ?? "");
  return Math.max(0, date - (Number.isNaN(now) ? Date.now() : now));
}
