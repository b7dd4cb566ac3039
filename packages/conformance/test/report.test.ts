import { formatJUnit, formatText, runConformance, type Target } from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";
import { type Change, changing, json, only, openTarget, skipWaits } from "./helpers/targets.ts";

// A text that does harm if it isn't escaped.
const hostileText = `<b>&"'\u0000\u001b[2J\u202e]]>`;

async function createSample() {
  const changes = [
    changing("?limit=many", () => new Response(hostileText, { status: 422, headers: { "set-cookie": "a=b" } })),
    changing("limit=1&limit=1", json(404, { statusCode: 404 })),
    changing("/channels", json(422, {})),
  ];
  const change: Change = (send) => changes.reduce((changed, next) => next(changed), send);
  const { target } = openTarget(change, ({ records: { emptySummarySlug: _, ...records } = {}, ...result }) => ({
    ...result,
    records,
    actions: { readBinding: () => Promise.reject(new Error(hostileText)) },
    remove: () => Promise.reject(new Error(`no connection ${hostileText}`)),
  }));
  const known = "channels.list/returns-400";
  const index = ["pinned-first", "returns-400", "repeated-limit", "summary-empty"].map(
    (name) => `promptIndex.get/${name}`,
  );
  const ids = [...index, known, "bindings.update/as-read", "responses/error-body", "responses/bindings.unbind"];
  const report = await runConformance(target, {
    ...only(...ids),
    knownDeviations: { [known]: `fixed ${hostileText}` },
  });
  return { ...report, results: report.results.map((result, index) => ({ ...result, duration: 250 * index })) };
}

describe("a report of every status", async () => {
  const report = await createSample();

  it("is text", async () => {
    await expect(`${formatText(report)}\n`).toMatchFileSnapshot("sample-report/report.txt.snap");
  });

  it("is JUnit XML", async () => {
    const lines = formatJUnit(report).replaceAll(/><(?!\/)/g, ">\n<");
    await expect(lines).toMatchFileSnapshot("sample-report/report.xml.snap");
  });

  it("is JSON", async () => {
    const json = JSON.stringify(report, null, 2).replaceAll("\u202e", "\\u202e");
    await expect(`${json}\n`).toMatchFileSnapshot("sample-report/report.json.snap");
  });
});

it("a run that found nothing out is no success in any format", async () => {
  const empty = { ...openTarget().target, setup: undefined, write: false };
  const report = await runConformance(empty, only("promptIndex.get/pinned-first"));
  const message = "Incomplete. See the cases that were not checked, not completed or passed unexpectedly";
  expect(formatText(report)).toContain(`\n${message}. 0 passed, 0 failed, 0 differ, 1 not checked, `);
  expect(formatJUnit(report).replaceAll(/><(?!\/)/g, ">\n<")).toContain(
    `<testsuite name="Conformance" tests="1" failures="0" skipped="0" errors="1" time="0.000">
<testcase classname="Conformance" name="has a successful conclusion" time="0.000">
<error message="${message}">${message}</error></testcase></testsuite></testsuites>`,
  );
});

describe("an implementation that reveals the key", () => {
  const apiKey = "kb_super<secret>/0123456789";
  const encodedKey = encodeURIComponent(apiKey);
  const otherKey = "kb_super_of_another";
  const baseUrl = "https://wrong.test";
  const records = { brainId: "brain", slug: "page", installationId: "installation", bindingId: "binding" };

  async function formatAll(target: Partial<Target>): Promise<string> {
    const report = await runConformance({ baseUrl, apiKey, records, write: true, ...target });
    return JSON.stringify(report) + formatText(report) + formatJUnit(report);
  }

  const list = async () => Response.json([]);
  // The first response decides whether the run begins.
  const later = (respond: (sent: number) => Response) => {
    let sent = 0;
    return async () => (sent++ < 1 ? list() : respond(sent));
  };
  // A body is cut in many places.
  const reveal = (key: string) =>
    later((sent) => new Response(`${"x".repeat((sent * 7) % 120)}${key} and more`, { status: 418 }));
  const headers = { "content-type": `text/${apiKey}`, location: `https://other.test/?key=${apiKey}` };
  const lose = later((sent) => {
    if (sent > 60) throw new TypeError("fetch failed", { cause: new Error(apiKey) });
    return Response.json([]);
  });
  const readPage = () => Promise.reject(new Error(`Sent ${apiKey}`));

  const foreign = { ...records, foreignApiKey: otherKey };
  const showOther = async () => Response.json(otherKey);

  // biome-ignore format: one row a line
  it.each<{ where: string; target: Partial<Target> }>([
    { where: "in bodies", target: { fetch: reveal(apiKey) } },
    { where: "in bodies, encoded", target: { fetch: reveal(encodedKey) } },
    { where: "in headers", target: { fetch: later(() => Response.json([], { headers })) } },
    { where: "in errors of the network", target: { fetch: lose } },
    { where: "in errors of actions", target: { fetch: list, actions: { readPage } } },
    { where: "in the base URL", target: { fetch: list, baseUrl: `${baseUrl}/${encodedKey}` } },
    { where: "of another organization", target: { fetch: showOther, records: foreign } },
  ])("doesn't bring the key $where into a report", async ({ target }) => {
    skipWaits();
    const text = await formatAll(target);
    expect(text).toContain("[redacted]");
    expect(text).not.toContain("kb_super");
  });

  it("doesn't bring a similar key into a report, or another header with it", async () => {
    const cases = only("authentication/other-headers", "authentication/similar-key");
    const report = await runConformance({ baseUrl, apiKey, records, fetch: list }, cases);
    const headers = report.results.flatMap(({ exchanges = [] }) => exchanges.map(({ request }) => request.headers));
    expect(headers).toEqual([{ authorization: "[redacted]" }, { "x-api-key": "[redacted]" }]);
  });

  it("doesn't bring it into the error of a run without a response", async () => {
    const fetch = () => Promise.reject(new TypeError(`"${apiKey}" is no header`));
    await expect(formatAll({ fetch })).rejects.toThrow('got no response: "[redacted]" is no header.');
  });
});
