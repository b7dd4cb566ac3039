import { defineConfig } from "@playwright/test";

const { CHROMIUM_PATH } = process.env;

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  // Most of a test is waiting for the browser to draw. Each worker has a service and an application of its own.
  workers: 2,
  use: {
    // The pages need none.
    javaScriptEnabled: false,
    ...(CHROMIUM_PATH && { launchOptions: { executablePath: CHROMIUM_PATH } }),
  },
});
