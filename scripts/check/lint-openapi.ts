import { spawnSync } from "node:child_process";

// Lints the OpenAPI document under the strict ruleset of the linter: what others only warn of is an error.

const { status } = spawnSync("redocly", ["lint", "docs/openapi.json", "--extends=recommended-strict"], {
  env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
