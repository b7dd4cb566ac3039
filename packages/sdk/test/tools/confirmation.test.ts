import type { ConfirmationRequest } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import { brainId, findTool, openTools } from "./open-tools.ts";

describe("a tool with confirm", () => {
  it("asks about the exact call before it is made", async () => {
    const requests: ConfirmationRequest[] = [];
    const { server, tools } = openTools({ brainId, confirm: (request) => requests.push(request) > 0 });
    const { signal } = new AbortController();
    const result = await findTool(tools, "pages_archive").call({ slug: "kestrel" }, { signal });
    expect(result.ok).toBe(true);
    expect(requests).toEqual([
      {
        tool: "pages_archive",
        question: 'Archive a page? slug: "kestrel", brainId: "brain_operations"',
        input: { slug: "kestrel", brainId },
        signal,
      },
    ]);
    expect(server.control.pages.get({ brainId, slug: "kestrel" }).archived).toBe(true);
  });

  it.each([
    ["s".repeat(198), `"${"s".repeat(198)}",`],
    ["s".repeat(199), `"${"s".repeat(198)}… (only the beginning of 201 characters),`],
    ["\u200b".repeat(30), "… (only the beginning of 32 characters),"],
  ])("shows at most 200 characters of a value, and how many there are: %j", async (slug, shown) => {
    const questions: string[] = [];
    const { call } = openTools({ brainId, confirm: ({ question }) => questions.push(question) === 0 });
    await call("pages_archive", { slug });
    expect(questions[0]).toContain(shown);
  });

  it.each([false, undefined, "yes", 1])("makes no call if the response is %j", async (response) => {
    const { server, call } = openTools({ brainId, confirm: () => response as boolean });
    const result = await call("pages_archive", { slug: "kestrel" });
    expect(result).toMatchObject({ ok: false, code: "denied" });
    expect(result.text).toContain("The person did not allow this call.");
    expect(server.journal.entries()).toEqual([]);
  });

  it("makes no call if the person cannot be asked", async () => {
    const { server, call } = openTools({ brainId, confirm: () => Promise.reject(new Error("Gone")) });
    await expect(call("pages_archive", { slug: "kestrel" })).rejects.toThrow("Gone");
    expect(server.journal.entries()).toEqual([]);
  });

  it("asks neither about invalid input nor about tools that destroy nothing", async () => {
    let asked = 0;
    const { call } = openTools({
      brainId,
      confirm: () => {
        asked += 1;
        return true;
      },
    });
    await call("pages_archive", {});
    await call("prompt_index_get", {});
    await call("bindings_update", { bindingId: "binding_bridge" });
    expect(asked).toBe(0);
    await call("bindings_unbind", { bindingId: "binding_bridge" });
    expect(asked).toBe(1);
  });

  it("shows invisible characters and bounds the question", async () => {
    const questions: string[] = [];
    const { call } = openTools({ brainId, confirm: ({ question }) => questions.push(question) < 0 });
    await call("pages_archive", { slug: 'kestrel\u202E\u200B"\n? yes' });
    await call("pages_archive", { slug: "x".repeat(100_000) });
    const [first = "", second = ""] = questions;
    expect(first).toBe('Archive a page? slug: "kestrel\\u{202e}\\u{200b}\\"\\n? yes", brainId: "brain_operations"');
    expect(second.length).toBeLessThan(350);
    expect(second).toContain(`… (only the beginning of 100002 characters), brainId: "${brainId}"`);
  });

  it("shows characters that look like a space, and every field beside a value that becomes longer by codes", async () => {
    const questions: string[] = [];
    const { call } = openTools({ brainId, confirm: ({ question }) => questions.push(question) < 0 });
    await call("pages_archive", { slug: "a b\u00A0c\u3000d\u2800e" });
    await call("pages_archive", { slug: "\u200B".repeat(199) });
    const [first = "", second = ""] = questions;
    expect(first).toContain('slug: "a b\\u{a0}c\\u{3000}d\\u{2800}e", ');
    expect(second).toContain(`… (only the beginning of 201 characters), brainId: "${brainId}"`);
  });
});
