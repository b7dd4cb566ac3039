import { describe, expect, it } from "vitest";
import { groupTabs } from "../website/markdown/group-tabs.ts";
import { inlineDiagrams } from "../website/markdown/inline-diagrams.ts";
import { linkPlayground } from "../website/markdown/link-playground.ts";
import { decodeProgram } from "../website/playground/program-link.ts";

interface TestNode {
  readonly type: string;
  readonly [property: string]: unknown;
  readonly children?: readonly TestNode[];
}

const code = (value: string, meta = "", lang = "ts"): TestNode => ({ type: "code", lang, meta, value });
const comment = (text: string): TestNode => ({ type: "html", value: `<!-- ${text} -->` });
const paragraph: TestNode = { type: "paragraph", children: [{ type: "text", value: "A paragraph." }] };

function transform(plugin: (tree: never) => void, ...children: TestNode[]): readonly TestNode[] {
  const tree = { type: "root", children };
  plugin(tree as never);
  return tree.children;
}

describe("links to the playground", () => {
  const plugin = linkPlayground({ base: "/" });
  const call = 'import { KnowledgeBase } from "@knowledge-base/sdk";';

  /** Returns the programs of the links that are added. */
  const linked = (...nodes: TestNode[]) => {
    const links = [...JSON.stringify(transform(plugin, ...nodes)).matchAll(/"url":"\/playground\/#([^"]+)"/g)];
    return links.map(([, fragment = ""]) => decodeProgram(fragment));
  };

  it("are below programs that import only what the playground has", () => {
    expect(linked(code(call))).toEqual([{ code: call, given: [] }]);
    expect(linked(code('import { it } from "vitest";'))).toEqual([]);
    expect(linked(code('import { readFile } from "node:fs/promises";'))).toEqual([]);
    expect(linked(code("npm install", "", "sh"))).toEqual([]);
  });

  it("are not below blocks that are excused", () => {
    for (const text of ["not run: it needs a proxy", "from: examples/a.ts"])
      expect(linked(comment(text), code(call)), text).toEqual([]);
  });

  it("are below programs that another file runs", () => {
    expect(linked(comment("run by: test/a.test.ts"), code(call))).toHaveLength(1);
  });

  it("name the given values, if the playground has them", () => {
    expect(linked(comment("given: kb, slug"), code("kb;"))).toEqual([{ code: "kb;", given: ["kb", "slug"] }]);
    expect(linked(comment("given: startProxy"), code("startProxy();"))).toEqual([]);
  });

  it("contain what a block continues", () => {
    const programs = linked(code("const one = 1;"), paragraph, comment("continues"), code("one;"));
    expect(programs.map((program) => program?.code)).toEqual(["const one = 1;", "const one = 1;\n\none;"]);
  });
});

describe("tabs", () => {
  it("combine consecutive blocks, and leave others alone", () => {
    const nodes = transform(
      groupTabs(),
      code("one", 'tab="Client"'),
      code("two", 'tab="curl"', "sh"),
      paragraph,
      code("three"),
    );
    expect(nodes.map(({ type, data }) => data ?? type)).toEqual([
      { hName: "code-tabs", hProperties: { className: ["code-tabs"] } },
      "paragraph",
      "code",
    ]);
    const titles = nodes[0]?.children?.map(({ data }) => data);
    expect(titles).toEqual([
      { hName: "div", hProperties: { className: ["code-tab"], dataTab: "Client" } },
      { hName: "div", hProperties: { className: ["code-tab"], dataTab: "curl" } },
    ]);
  });

  it("begin again when a title is repeated", () => {
    const nodes = transform(groupTabs(), code("one", 'tab="Client"'), code("two", 'tab="Client"'));
    expect(nodes).toHaveLength(2);
  });
});

describe("images", () => {
  const plugin = (tree: never) => inlineDiagrams()(tree, { path: "docs/guides/concepts.md" } as never);
  const image = (url: string): TestNode => ({ type: "image", url });

  it("are part of the page if they are diagrams", () => {
    const [diagram] = transform(plugin, image("../assets/data-model.svg"));
    expect(diagram).toEqual({ type: "html", value: expect.stringMatching(/^<svg [\s\S]*<title[\s\S]*<desc/) });
  });

  it("stay as they are otherwise", () => {
    const screenshot = image("../assets/inspector.png");
    expect(transform(plugin, screenshot)).toEqual([screenshot]);
  });
});
