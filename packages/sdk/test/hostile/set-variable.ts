import { onTestFinished, vi } from "vitest";

/** Sets an environment variable until the test ends, or removes it. */
export function setVariable(name: string, value: string | undefined): void {
  vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}
