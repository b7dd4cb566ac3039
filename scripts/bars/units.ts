/** How a measured value is written, by its unit. */
const formats = {
  ratio: (value: number) => value.toFixed(2),
  microseconds: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} µs`,
  milliseconds: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`,
  seconds: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} s`,
  bytes: (value: number) => `${value.toLocaleString("en")} bytes`,
  megabytes: (value: number) => `${value.toFixed(1)} MB`,
  tokens: (value: number) => `${value.toLocaleString("en")} tokens`,
  count: (value: number) => value.toLocaleString("en"),
};

export type Unit = keyof typeof formats;

/** Writes a measured value or a limit with its unit. */
export function formatValue(value: number, unit: Unit): string {
  return formats[unit](value);
}
