import { defineConfig } from "@playwright/test";

const { CHROMIUM_PATH } = process.env;

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  use: {
    // The pages need none.
    javaScriptEnabled: false,
    ...(CHROMIUM_PATH && { launchOptions: { executablePath: CHROMIUM_PATH } }),
  },
});
