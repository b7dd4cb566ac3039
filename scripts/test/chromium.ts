const { CHROMIUM_PATH: path = "/usr/bin/chromium" } = process.env;

/** The Chromium for tests of web pages. */
export const chromium = {
  path,

  /** Let it run as root and without a graphics card, and prevent requests of its own. */
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
