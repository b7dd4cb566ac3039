import { defineConfig } from "playwright/test";

const { APP_URL, CHROMIUM_PATH } = process.env;

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  use: {
    baseURL: APP_URL,
    ...(CHROMIUM_PATH && { launchOptions: { executablePath: CHROMIUM_PATH } }),
  },
  // Playwright sets an environment variable for each named group of `wait`.
  // The servers that start later can read it, and so can the tests.
  webServer: [
    {
      command: "knowledge-base-server --seed demo --port 0 --quiet",
      wait: { stdout: /^Knowledge base at (?<knowledge_base_url>\S+)$/m },
    },
    {
      command: "node server/main.ts",
      env: { PORT: "0" },
      wait: { stdout: /^App at (?<app_url>\S+)$/m },
    },
    {
      command: "vite page --port 0",
      wait: { stdout: /Local: +(?<page_url>\S+)/ },
    },
    {
      command: "vite build page && vite preview page --port 0",
      wait: { stdout: /Local: +(?<built_page_url>\S+)/ },
    },
  ],
});
