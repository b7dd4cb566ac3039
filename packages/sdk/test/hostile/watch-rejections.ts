import { onTestFinished } from "vitest";

/** Records every unhandled rejection until the test ends. */
export function watchRejections(): unknown[] {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => {
    process.off("unhandledRejection", note);
  });
  return unhandled;
}
