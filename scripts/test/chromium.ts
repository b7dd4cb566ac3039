const { CHROMIUM_PATH: path = "/usr/bin/chromium" } = process.env;

/** The Chromium for tests of web pages. Playwright's own flags let it run as root, and prevent requests of its own. */
export const chromium = { path, flags: ["--disable-gpu", "--disable-quic"] };
