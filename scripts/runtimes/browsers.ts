import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "../test/chromium.ts";
import { startGroup } from "./process-group.ts";

/** A browser of the machine. */
export interface Browser {
  readonly path: string;
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

export const browsers = {
  chromium: {
    path: chromium.path,
    open: (url, profile) => ["--headless", ...chromium.flags, `--user-data-dir=${profile}`, url],
  },
  firefox: {
    path: process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr",
    open: (url, profile) => {
      const lines = Object.entries(firefoxPreferences).map(
        ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
      );
      writeFileSync(join(profile, "user.js"), lines.join(""));
      return ["--headless", "--no-remote", "--profile", profile, url];
    },
  },
} as const satisfies Readonly<Record<string, Browser>>;

/** Opens a page in a browser until it has reported. */
export async function openPage<Report>({ path, open }: Browser, url: string, report: Promise<Report>): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), "runtimes-profile-"));
  const browser = startGroup(path, open(url, profile), {
    folder: profile,
    env: { PATH: process.env["PATH"], HOME: profile },
  });
  const stopped = new AbortController();
  const late = setTimeout(180_000, "the page has reported nothing for three minutes", stopped);
  try {
    return await Promise.race([
      report,
      Promise.race([late, browser.ended.then(() => "it ended")]).then((problem) => {
        throw new Error(`${path}: ${problem}.\n${browser.output()}`);
      }),
    ]);
  } finally {
    stopped.abort();
    await browser.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
