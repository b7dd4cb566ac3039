/**
 * Reads the delay in milliseconds that a response asks for; undefined if it asks for none. Servers repeat headers, and gateways add
 * some: the first valid value counts.
 */
export function readRetryAfter(status: number, headers: Headers): number | undefined {
  const nowMs = parseHttpDate(headers.get("date") ?? "") || Date.now();
  // Responses of other statuses have the headers of a rate limit, too.
  const resets = status === 429 ? ["ratelimit-reset", "x-ratelimit-reset"] : [];
  for (const name of ["retry-after-ms", "retry-after", ...resets]) {
    for (const value of headers.get(name)?.match(headerValues) ?? []) {
      const delayMs = readDelay(name, value.trim(), nowMs);
      if (delayMs >= 0) return Math.min(Math.round(delayMs), Number.MAX_SAFE_INTEGER);
    }
  }
  return undefined;
}

// A date of HTTP has a comma after its day of the week.
const headerValues = /(mon|tue|wed|thu|fri|sat|sun)[a-z]*, [^,]+|[^,]+/gi;

// A number of seconds this large is the time of day.
const firstUnixTime = 1_000_000_000;

// Returns NaN if the value isn't valid.
function readDelay(name: string, text: string, nowMs: number): number {
  // The platform would accept much else as a date.
  if (name === "retry-after" && /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text))
    return Math.max(0, parseHttpDate(text) - nowMs);
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (name === "retry-after-ms") return number;
  const isTime = name.endsWith("reset") && number >= firstUnixTime;
  return isTime ? Math.max(0, number * 1000 - nowMs) : number * 1000;
}

// An old form of these dates names no time zone, and the platform would take the local one.
function parseHttpDate(text: string): number {
  return Date.parse(/[ :]\d+$/.test(text) ? `${text} GMT` : text);
}
