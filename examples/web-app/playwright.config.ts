import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test",
  fullyParallel: true,
  reporter: "list",
  use: {
    // The pages need none.
    javaScriptEnabled: false,
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
});
