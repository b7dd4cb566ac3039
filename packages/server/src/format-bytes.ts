const units = ["bytes", "KiB", "MiB", "GiB"] as const;

/** Formats a number of bytes in the largest unit of which it is a multiple, such as `64 MiB`. */
export function formatBytes(bytes: number): string {
  let count = bytes;
  let unit = 0;
  while (unit < units.length - 1 && count > 0 && count % 1024 === 0) {
    count /= 1024;
    unit += 1;
  }
  return `${count} ${units[unit]}`;
}
