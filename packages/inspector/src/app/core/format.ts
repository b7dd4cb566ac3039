/** Returns the time of day of a timestamp, such as `08:15:00.250`. */
export function formatTime(timestamp: string): string {
  return timestamp.slice(11, 23);
}

/** Returns day and time of a timestamp, such as `2026-07-01 08:15:00`. */
export function formatDay(timestamp: string): string {
  return timestamp.slice(0, 19).replace("T", " ");
}

/** Returns a number with the right form of a noun. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
