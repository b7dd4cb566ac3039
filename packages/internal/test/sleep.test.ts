import { sleep } from "@knowledge-base/internal/sleep";
import { expect, it } from "vitest";

it("ends at once without a time, or if a signal is aborted", async () => {
  const controller = new AbortController();
  const waits = [sleep(0), sleep(1e9, AbortSignal.abort()), sleep(1e9, controller.signal)];
  controller.abort();
  await expect(Promise.all(waits)).resolves.toHaveLength(3);
});
