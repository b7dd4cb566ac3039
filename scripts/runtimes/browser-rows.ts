import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "../test/chromium.ts";
import type { CheckResult } from "./checks/check.ts";
import { CannotRunError, type MatrixRow, type Preparation } from "./matrix-row.ts";
import { startGroup } from "./process-group.ts";
import { environmentIn, outputOf } from "./process-runtime.ts";

const { FIREFOX_PATH: firefoxPath = "/usr/bin/firefox-esr" } = process.env;

interface Browser {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The environment variable that sets the path. */
  readonly variable: string;
  /** Returns the flags that open a page, and prepares the folder of the profile. */
  readonly open: (url: string, profile: string) => readonly string[];
}

/** Requests that Firefox sends by itself, and pages that it opens at its first start. */
const firefoxPreferences = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.server": "",
};

const browsers: readonly Browser[] = [
  {
    id: "chromium",
    name: "Chromium",
    path: chromium.path,
    variable: "CHROMIUM_PATH",
    open: (url, profile) => ["--headless", ...chromium.flags, `--user-data-dir=${profile}`, url],
  },
  {
    id: "firefox",
    name: "Firefox",
    path: firefoxPath,
    variable: "FIREFOX_PATH",
    open: (url, profile) => {
      const lines = Object.entries(firefoxPreferences).map(
        ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
      );
      writeFileSync(join(profile, "user.js"), lines.join(""));
      return ["--headless", "--no-remote", "--profile", profile, url];
    },
  },
];

/** Rows of the browsers. A page runs the checks. */
export const browserRows: readonly MatrixRow[] = browsers.map((browser) => ({
  id: browser.id,
  table: "runtimes",
  name: browser.name,
  run: async (preparation) => {
    const checks = await runInBrowser(browser, preparation);
    const text = await outputOf(browser.path, ["--version"], preparation.folder);
    return { version: /(?:Chromium|Firefox) ([\w.]+)/.exec(text)?.[1] ?? text.trim(), checks };
  },
}));

async function runInBrowser(browser: Browser, { folder, host }: Preparation): Promise<readonly CheckResult[]> {
  const { name, path, variable, open } = browser;
  if (!existsSync(path)) throw new CannotRunError(`There is no ${name} at ${path}. Install it, or set ${variable}.`);
  const { url, report } = host.servePage(readFileSync(join(folder, "page.bundle.mjs"), "utf8"));
  const profile = mkdtempSync(join(tmpdir(), "runtimes-profile-"));
  const browserProcess = startGroup(path, open(url, profile), { cwd: profile, env: environmentIn(profile) });
  const stopped = new AbortController();
  const late = setTimeout(180_000, undefined, stopped).then(() => "the page has reported nothing for three minutes");
  try {
    return await Promise.race([
      report,
      Promise.race([late, browserProcess.ended.then(() => "it ended")]).then((problem) => {
        throw new Error(`${name}: ${problem}.\n${browserProcess.output()}`);
      }),
    ]);
  } finally {
    stopped.abort();
    await browserProcess.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
