import { afterEach, beforeEach, expect, vi } from "vitest";

const methods = ["debug", "error", "info", "log", "trace", "warn"] as const;
const output: unknown[][] = [];

beforeEach(() => {
  output.length = 0;
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...line) => {
      output.push(line);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  expect(output, "a test wrote to the console").toEqual([]);
});
