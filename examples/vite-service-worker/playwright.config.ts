import { defineConfig } from "@playwright/test";

const { CHROMIUM_PATH, DEVELOPMENT_URL, PRODUCTION_URL } = process.env;

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  use: { ...(CHROMIUM_PATH && { launchOptions: { executablePath: CHROMIUM_PATH } }) },
  projects: [
    {
      name: "development",
      testMatch: "development.spec.ts",
      use: { baseURL: DEVELOPMENT_URL },
    },
    {
      name: "production",
      testMatch: "production.spec.ts",
      use: { baseURL: PRODUCTION_URL },
    },
  ],
  // What a group of `wait` catches becomes an environment variable.
  webServer: [
    {
      command: "npm run dev -- --port 0",
      wait: { stdout: /Local: +(?<development_url>\S+)/ },
    },
    {
      command: "npm run build && npm run preview -- --port 0",
      wait: { stdout: /Local: +(?<production_url>\S+)/ },
    },
  ],
});
