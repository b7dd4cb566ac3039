import { posix } from "node:path";

// Where the project can be found on the web, as the environment says; undefined if it doesn't.

const { SITE_URL, SITE_BASE = "", SITE_REPOSITORY, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;

/** Address of the site, with a slash at its end. */
export const site = SITE_URL ? new URL(posix.join("/", SITE_BASE, "/"), SITE_URL).href : undefined;

const ofWorkflow = GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined;

/** Address of the repository at a host such as GitHub. */
export const repository = SITE_REPOSITORY?.replace(/\/$/, "") || ofWorkflow;
