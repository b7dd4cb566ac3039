/** Returns the time of day of a timestamp, such as `08:15:00.250`. */
export function formatTime(timestamp: string): string {
  return timestamp.slice(11, 23);
}

/** Returns what a kind of fault adds to a request, such as `Latency 200 ms`. */
export function formatLatency(milliseconds: number): string {
  return `Latency ${milliseconds.toLocaleString("en")} ms`;
}

/** Returns day and time of a timestamp, such as `2026-07-01 08:15:00`. */
export function formatDay(timestamp: string): string {
  return timestamp.slice(0, 19).replace("T", " ");
}

/** Returns a number with the right form of a noun. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
