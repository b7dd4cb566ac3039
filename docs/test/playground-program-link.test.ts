import { describe, expect, it } from "vitest";
import { canRunInPlayground, decodeProgram, encodeProgram } from "../website/playground/program-link.ts";

describe("a link to a program", () => {
  it.each([
    ["", []],
    ["console.log(1);\n", []],
    ["const größe = '👋 <script>&given=x#';", ["kb", "brainId"]],
    ["await kb.pages.archive({ brainId, slug });", ["kb", "brainId", "slug"]],
  ])("returns %j unchanged", (code, given) => {
    const fragment = encodeProgram(code, given);
    expect(fragment).toMatch(/^code=[\w-]*(&given=[\w,]+)?$/);
    expect(decodeProgram(fragment)).toStrictEqual({ code, given });
  });

  it("is undefined for a fragment of something else", () => {
    expect(decodeProgram("archive-a-page")).toBeUndefined();
  });

  it("ignores names that the playground does not have", () => {
    expect(decodeProgram("code=&given=kb,toString,constructor")).toStrictEqual({ code: "", given: ["kb"] });
  });

  it.each(["code=%", "code=a", "code=_w", "code=é"])("is refused if it is damaged: %s", (fragment) => {
    expect(() => decodeProgram(fragment)).toThrow("The link is damaged");
  });

  it("has a limit", () => {
    const longest = "x".repeat(20_000);
    expect(decodeProgram(encodeProgram(longest, ["kb", "server", "brainId", "slug"]))?.code).toBe(longest);
    expect(() => encodeProgram(`${longest}é`)).toThrow("The code is too long for a link: 20 KB, at most 20 KB.");
    expect(() => decodeProgram(`code=${"A".repeat(30_000)}`)).toThrow("The link is too long");
  });

  it("is not made for a program that uses what the playground does not have", () => {
    expect(() => encodeProgram("startProxy()", ["startProxy"])).toThrow("The playground has no global startProxy.");
  });
});

describe("a program runs in the playground", () => {
  it.each([
    [
      'import { KnowledgeBase } from "@knowledge-base/sdk";\nimport {\n  demoSeed,\n} from "@knowledge-base/server/demo";',
    ],
    ['const { toTools } = await import("@knowledge-base/sdk/tools");'],
    ["console.log('import x from \"y\"');"],
  ])("if it imports only the playground's modules: %s", (code) => {
    expect(canRunInPlayground(code)).toBe(true);
  });

  it.each([
    ['import { it } from "vitest";'],
    ['import "./setup.ts";'],
    ['import { KnowledgeBase } from "@knowledge-base/sdk";\nimport { setupServer } from "msw/node";'],
    ['const { readFile } = await import("node:fs/promises");'],
    ['export { listen } from "@knowledge-base/server/node";'],
    ["x".repeat(20_001)],
  ])("unless it needs more", (code) => {
    expect(canRunInPlayground(code)).toBe(false);
  });

  it("unless it uses a value that only tests of documents have", () => {
    expect(canRunInPlayground("", ["kb", "brainId", "slug", "server"])).toBe(true);
    expect(canRunInPlayground("", ["startProxy"])).toBe(false);
  });
});
