import { expect } from "vitest";
import { callAdmin } from "../records/call-admin.ts";
import type { Check } from "./check.ts";
import { expectError } from "./expect-error.ts";
import { expectShape } from "./expect-shape.ts";
import { expectStoredPage } from "./expect-stored-page.ts";
import { send } from "./send.ts";
import type { Shape } from "./shape.ts";
import { sorted } from "./sorted.ts";
import { stored } from "./stored.ts";
import type { Subject } from "./subject.ts";
import { validRequest } from "./valid-request.ts";
import { visiblePages } from "./visible-pages.ts";

/** What archiving keeps: everything but the state and the times. */
const contentFields = [
  "source",
  "pageType",
  "bucket",
  "bucketSource",
  "slug",
  "title",
  "summary",
  "body",
  "entities",
  "sources",
  "backlinks",
  "embedding",
  "version",
];

async function archive(subject: Subject, slug: string): Promise<Shape<"page">> {
  const { status, value } = await send(subject, validRequest(subject.records, "archivePage", { slug }));
  expect(status).toBe(201);
  return expectShape("page", value);
}

function pageCommand(subject: Subject, command: string, input: object = {}) {
  return callAdmin<Record<string, unknown>>(subject.service, command, { id: subject.records.pageId, ...input });
}

function pick(page: unknown, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(page ?? {}).filter(([name]) => fields.includes(name)));
}

export const pageChecks = {
  async "archive returns the page"(subject) {
    const { records } = subject;
    for (const [id, slug] of [
      [records.pageId, records.pageSlug],
      [records.plainPageId, records.plainPageSlug],
      [records.pinnedPageId, records.pinnedPageSlug],
      [records.longPageId, records.longPageSlug],
      [records.deprecatedPageId, records.deprecatedPageSlug],
    ] as const) {
      const page = await archive(subject, slug);
      expect(page).toMatchObject({ id, slug, brainId: records.brainId, tenantId: records.organizationId });
      await expectStoredPage(subject, page);
    }
  },

  async "archive keeps content, versions and connections"(subject) {
    await pageCommand(subject, "edit-page", { body: "# Overview\n\nNew text about [[team]]." });
    const before = await pageCommand(subject, "read-page");
    const returned = await archive(subject, subject.records.pageSlug);
    const after = await pageCommand(subject, "read-page");
    expect(pick(after, [...contentFields, "versions", "connections"])).toEqual(
      pick(before, [...contentFields, "versions", "connections"]),
    );
    const { version, body } = before;
    expect(returned).toMatchObject({ version, body });
  },

  async "archive hides the page and no other"(subject) {
    const { records } = subject;
    for (const slug of [records.pageSlug, records.pinnedPageSlug]) {
      const before = await visiblePages(subject);
      await archive(subject, slug);
      expect(await visiblePages(subject)).toEqual({
        listed: before.listed.filter((other) => other !== slug),
        found: before.found.filter((other) => other !== slug),
        indexed: before.indexed.filter((other) => other !== slug),
      });
    }
    const [other] = await stored(subject, "pages", { id: records.otherBrainPageId });
    expect(other).toMatchObject({ archived: false, status: "active" });
  },

  async "restore brings the page back"(subject) {
    const before = await pageCommand(subject, "read-page");
    const visible = await visiblePages(subject);
    await archive(subject, subject.records.pageSlug);
    await pageCommand(subject, "restore-page");
    const after = await visiblePages(subject);
    expect(sorted(after.listed)).toEqual(sorted(visible.listed));
    expect(sorted(after.found)).toEqual(sorted(visible.found));
    expect(sorted(after.indexed)).toEqual(sorted(visible.indexed));
    const restored = await pageCommand(subject, "read-page");
    const kept = [...contentFields, "versions", "connections"];
    expect(pick(restored, kept)).toEqual(pick(before, kept));
  },

  async "archive finds a page by its brain and slug"(subject) {
    const { records } = subject;
    const find = { brainId: records.otherBrainId };
    await expectError(subject, validRequest(records, "archivePage", { ...find, slug: records.longPageSlug }), [404]);
    await expectError(subject, validRequest(records, "archivePage", { slug: "no-such-page" }), [404]);
    const { value } = await send(subject, validRequest(records, "archivePage", find));
    expect(value).toMatchObject({ id: records.otherBrainPageId, brainId: records.otherBrainId });
    expect(await stored(subject, "pages", { id: records.pageId })).toMatchObject([{ archived: false }]);
  },

  async "slugs are unique in a brain only"(subject) {
    const page = (brainId: string) => ({
      page: { table: "pages", values: { brainId, title: "Zebra", slug: subject.records.plainPageSlug } },
    });
    const create = (brainId: string) => callAdmin(subject.service, "create-records", page(brainId));
    const results = await Promise.allSettled([create(subject.records.brainId), create(subject.records.otherBrainId)]);
    expect(results.map((result) => result.status)).toEqual(["rejected", "fulfilled"]);
  },

  async "slugs are safe in a URL"(subject) {
    const title = "C'est l'été / 100 % & plus?";
    const page = { table: "pages", values: { brainId: subject.records.brainId, title } };
    const created = await callAdmin<{ page: { slug: string } }>(subject.service, "create-records", { page });
    expect(created.page.slug).toMatch(/^[\p{Letter}\p{Number}_.~-]+$/u);
  },

  async "deprecation spares pinned pages"(subject) {
    const { records } = subject;
    const deprecate = (id: string) => pageCommand(subject, "deprecate-page", { id });
    expect(await deprecate(records.pinnedPageId)).toMatchObject({ status: "active" });
    expect(await deprecate(records.pinnedStalePageId)).toMatchObject({ status: "stale" });
    expect(await deprecate(records.pageId)).toMatchObject({ status: "deprecated" });
    const visible = await visiblePages(subject);
    expect(visible.listed).not.toContain(records.pageSlug);
    expect(visible.listed).toContain(records.pinnedPageSlug);
  },

  async "reading bumps lastReferencedAt"(subject) {
    await pageCommand(subject, "read-page");
    const { lastReferencedAt } = await archive(subject, subject.records.pageSlug);
    expect(Math.abs(Date.parse(String(lastReferencedAt)) - Date.now())).toBeLessThan(60_000);
  },

  async "every compile and edit bumps the version"(subject) {
    const [{ version: firstVersion, createdAt: firstCreatedAt } = {}] = await stored(subject, "pages", {
      id: subject.records.pageId,
    });
    const versions = [Number(firstVersion)];
    const commands = [
      () => pageCommand(subject, "edit-page", { title: "Survey" }),
      () => pageCommand(subject, "compile-page"),
      () => pageCommand(subject, "edit-page", { summary: "Shorter." }),
      () => pageCommand(subject, "compile-page"),
    ];
    for (const run of commands) {
      const { version } = await run();
      versions.push(Number(version));
    }
    await archive(subject, subject.records.pageSlug);
    await pageCommand(subject, "restore-page");
    await pageCommand(subject, "edit-page", { title: "Summary" });
    const { title, createdAt, lastCompiledAt, updatedAt, ...last } = await archive(subject, subject.records.pageSlug);
    versions.push(Number(last.version));
    expect(versions.every((value, index) => value > (versions[index - 1] ?? 0))).toBe(true);
    expect(title).toBe("Summary");
    expect(Date.parse(String(createdAt))).toBe(Date.parse(String(firstCreatedAt)));
    for (const time of [lastCompiledAt, updatedAt]) {
      expect(Math.abs(Date.parse(String(time)) - Date.now())).toBeLessThan(60_000);
    }
  },

  async "a large embedding is returned whole"(subject) {
    const embedding = Array.from({ length: 4000 }, (_, index) => index / 4096);
    const values = { brainId: subject.records.brainId, title: "Large", embedding };
    await callAdmin(subject.service, "create-records", { page: { table: "pages", values } });
    const page = await archive(subject, "large");
    await expectStoredPage(subject, page);
  },
} satisfies Readonly<Record<string, Check>>;
