import { type Call, literal } from "./call.ts";
import { beginning, seed } from "./model-state.ts";

/** The result of a call: a value, a rejection with its code, or another error. */
export type CallResult = { readonly value: unknown } | { readonly rejected: string } | { readonly thrown: string };

/** A call and its result according to the model. */
export interface ExpectedCall {
  readonly call: Call;
  readonly expected: CallResult;
}

/** The creation of a program's server, if it is not an ordinary one. */
export interface Opening {
  /** Line with the imports for it. */
  readonly importLine: string;
  /** Wraps an ordinary server, as code: `spoil(createReferenceServer(options))`. */
  readonly wrap: (created: string) => string;
}

const creation = `createReferenceServer({
  seed: ${literal(seed).replaceAll("\n", "\n  ")},
  clock: { now: () => Date.parse(${literal(beginning)}) },
})`;

const client = `const kb = (apiKey: string, { baseUrl, fetch } = server) =>
  new KnowledgeBase({ baseUrl, apiKey, fetch, retries: 0 });`;

/** Writes a test with the calls that had the expected results, and then the one that had not. */
export function printProgram(
  before: readonly ExpectedCall[],
  last: ExpectedCall,
  actual: CallResult,
  opening?: Opening,
): string {
  const codes = [...before.map(({ call }) => call.code), last.call.code].join("\n");
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(codes);
  const statements = [
    `const server = ${opening?.wrap(creation) ?? creation};`,
    ...(uses("kb") ? [client] : []),
    ...before.map((said) => repeat(said, uses)),
    `// Got: ${describe(actual).replaceAll("\n", "\n// ")}`,
    assert(last),
  ];
  const imports = [
    ...(uses("kb") ? ['import { KnowledgeBase } from "@knowledge-base/sdk";'] : []),
    ...(uses("readOAuthState") ? ['import { readOAuthState } from "@knowledge-base/sdk/oauth";'] : []),
    'import { createReferenceServer } from "@knowledge-base/server";',
    'import { expect, it } from "vitest";',
    ...(uses("send") ? ['import { send } from "../send.ts";'] : []),
    ...(opening ? [opening.importLine] : []),
  ];
  const lines = statements.flatMap((statement) => statement.split("\n")).map((line) => `  ${line}`);
  return [...imports, "", 'it("matches its specification", async () => {', ...lines, "});", ""].join("\n");
}

/** Writes a call that has the expected result, and stores its output if a later call uses it. */
function repeat({ call, expected }: ExpectedCall, uses: (name: string) => boolean): string {
  if (!("value" in expected)) return assert({ call, expected });
  const { variable, isAsynchronous, code } = call;
  const keep = variable !== undefined && uses(variable) ? `const ${variable} = ` : "";
  return `${keep}${isAsynchronous ? "await " : ""}${code};`;
}

function assert({ call: { code, isAsynchronous, isPartial }, expected }: ExpectedCall): string {
  if ("value" in expected) {
    const matcher = isPartial ? "toMatchObject" : "toEqual";
    return `expect(${isAsynchronous ? "await " : ""}${code}).${matcher}(${literal(expected.value)});`;
  }
  const error = literal({ code: "rejected" in expected ? expected.rejected : expected.thrown });
  if (isAsynchronous) return `await expect(${code}).rejects.toMatchObject(${error});`;
  return `expect(() => ${code}).toThrow(expect.objectContaining(${error}));`;
}

function describe(result: CallResult): string {
  if ("value" in result) return literal(result.value);
  return "rejected" in result ? `a rejection with the code ${result.rejected}` : result.thrown;
}
