import { conformanceCases } from "@knowledge-base/conformance";
import type { Fault } from "@knowledge-base/server";
import { sitePrograms } from "../programs.ts";

/** The path below which the site is. */
export const base = import.meta.env.BASE_URL;

/** The kinds of faults: the type check fails if one is missing. */
const faultKinds = {
  connection_reset: true,
  gateway_html: true,
  hang: true,
  latency: true,
  rate_limit: true,
  response: true,
  stalled_body: true,
  status: true,
  truncated_json: true,
} satisfies Readonly<Record<Fault["kind"], true>>;

/** The parts of the site, for pages without a sidebar. */
export const links = Object.entries({
  Guides: "guides/quick-start/",
  Operations: "operations/",
  API: "api/",
  Playground: "playground/",
}).map(([label, path]) => ({ label, href: `${base}${path}` }));

/** The program of the home page, which is that of the README. Tests run it. */
export const homeProgram = sitePrograms[0]?.code ?? "";

/** The three cards of the home page, each with a number that is counted when the site is built. */
export const proofs = [
  {
    number: conformanceCases.length,
    title: "It behaves like the service",
    text: "checks, and the server passes all. Archive a page and it leaves the index. Another organization's key gets a 404.",
    href: `${base}guides/test-your-code/`,
  },
  {
    number: Object.keys(faultKinds).length,
    title: "Break it on purpose",
    text: "kinds of failure: 503s, lost responses, hung sockets. Jump to next Tuesday. A planned fault that never fires fails your test.",
    href: `${base}guides/break-things/`,
  },
  {
    number: sitePrograms.length,
    title: "Nothing to set up",
    text: "programs here run in your browser. No port, no container. Works with Vitest, Jest, node:test, Playwright and msw.",
    href: `${base}guides/use-your-framework/`,
  },
] as const;
