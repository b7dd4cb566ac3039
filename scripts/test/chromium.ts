const { CHROMIUM_PATH: path = "/usr/bin/chromium" } = process.env;

/** The Chromium that the tests of web pages run in. */
export const chromium = {
  path,

  /** What it needs to run as root, without a graphics card, and to keep to itself. */
  flags: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
