import { measureHeap } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { demoSeed } from "@knowledge-base/server/demo";
import { createTest } from "@knowledge-base/server/vitest";

const test = createTest({
  server: { seed: demoSeed() },
  client:
    ({ baseUrl, apiKey, fetch }) =>
    (path: string) =>
      fetch(baseUrl + path, { method: "POST", headers: { "x-api-key": apiKey } }),
});

let heapAfterWarmUp = 0;

for (let number = 1; number <= 200; number += 1) {
  test(`a server can be garbage-collected after its test (${number})`, async ({ server, client, expect }) => {
    const response = await client("/v1/brains/brain_operations/pages/weather-limits/archive");
    expect(response.status).toBe(201);
    expect(server).toHaveReceived("pages.archive", { slug: "weather-limits" });
    if (number === 50) heapAfterWarmUp = await measureHeap();
    if (number === 200) {
      // Vitest keeps about 30 kilobytes for each test; a server with the demo seed has 600.
      expect((await measureHeap()) - heapAfterWarmUp).toBeLessThan(150 * 80 * 1024);
    }
  });
}
