import { fileURLToPath } from "node:url";
import type { Page } from "@knowledge-base/types";
import fc from "fast-check";
import { expect, it } from "vitest";
import { modelRules, type Rules } from "./call.ts";
import { findCounterexample } from "./check-property.ts";
import { pageSteps } from "./control-steps.ts";
import { findPage, reject } from "./model-state.ts";
import { oauthSteps } from "./oauth-steps.ts";
import { runPrograms } from "./run-programs.ts";
import { runSteps, type Subject } from "./run-steps.ts";
import { serviceSteps } from "./service-steps.ts";
import type { Step } from "./step.ts";
import { anySteps } from "./steps.ts";
import { withForbidden, withoutPins } from "./wrong-servers.ts";

const { service, control } = modelRules;
const wrongServers = fileURLToPath(new URL("./wrong-servers.ts", import.meta.url));

function wrongServer(wrap: NonNullable<Subject["wrap"]>): Subject {
  const importLine = `import { ${wrap.name} } from ${JSON.stringify(wrongServers)};`;
  return { wrap, opening: { importLine, wrap: (created) => `${wrap.name}(${created})` } };
}

interface Wrong {
  readonly subject: Subject;
  /** Steps that find it sooner than random ones. */
  readonly step?: fc.Arbitrary<Step>;
  /** The last statement of the program that shows it. */
  readonly last: RegExp;
}

const wrongs: readonly Wrong[] = [
  { subject: wrongServer(withoutPins), last: /^expect\(await kb\('key_\w+'\)\.promptIndex\.get\(.*\)\)\.toEqual\(\[$/ },
  { subject: wrongServer(withForbidden), last: /^expect\(await send\(server, .*\{ key: null.*\}\)\)\.toMatchObject\(/ },
  {
    // Archiving increments the version.
    subject: wrongModel({
      "pages.archive": (modelState, input, scope) => {
        const page = service["pages.archive"](modelState, input, scope) as Page;
        return { ...page, version: page.version + 1 };
      },
    }),
    last: /^expect\(await (kb|send)\(.*\)\)\.to(Equal|MatchObject)\(\{$/,
  },
  {
    // Archived pages cannot be pinned.
    step: fc.oneof(serviceSteps.archivePage, pageSteps.pin),
    subject: wrongModel(
      {},
      {
        pages: {
          ...control.pages,
          pin: (modelState, input, scope) => {
            if (findPage(modelState, input, scope).archived) reject("conflict");
            return control.pages.pin(modelState, input, scope);
          },
        },
      },
    ),
    last: /^expect\(\(\) => server\.control\.pages\.pin\(.*\)\)\.toThrow\(expect\.objectContaining\(\{ code: 'conflict' \}\)\);$/,
  },
  {
    // An installation has another name.
    step: fc.oneof(serviceSteps.startOAuth, oauthSteps.approve, oauthSteps.confirm),
    subject: wrongModel(
      {},
      {
        oauth: {
          ...control.oauth,
          confirm: (modelState, input, scope) => ({
            ...control.oauth.confirm(modelState, input, scope),
            teamName: "Nobody",
          }),
        },
      },
    ),
    last: /^expect\(await server\.control\.oauth\.confirm\(\{ code: started\d+Approved\.code, .*\}\)\)\.toEqual\(/,
  },
];

function wrongModel(
  changedService: Partial<Rules["service"]>,
  changedControl: Partial<Rules["control"]> = {},
): Subject {
  return { rules: { service: { ...service, ...changedService }, control: { ...control, ...changedControl } } };
}

/** The program that shows how a subject is wrong. */
async function programFor({ subject, step }: Wrong): Promise<string> {
  const steps = anySteps({ maxLength: 20, ...(step && { step }) });
  const check = (chosen: readonly Step[]) => runSteps(chosen, subject);
  const { message = "Nothing was found." } = await findCounterexample(steps, check, { numRuns: 1000, seed: 1 });
  return message.slice(message.indexOf("import "));
}

/** The statements of a test after its setup, each by its first line. */
function statementsOf(program: string): string[] {
  const body = program.slice(program.indexOf("const server = "));
  const statements = body.split("\n").filter((line) => /^ {2}[a-z]/.test(line));
  return statements.map((line) => line.trim()).filter((line) => !/^const (server|kb) = /.test(line));
}

it("a counterexample is a short program, which fails until the bug is fixed", { timeout: 120_000 }, async () => {
  const programs: string[] = [];
  for (const wrong of wrongs) {
    const program = await programFor(wrong);
    const statements = statementsOf(program);
    expect(statements.length, program).toBeLessThanOrEqual(6);
    expect(statements.at(-1), program).toMatch(wrong.last);
    programs.push(program);
  }
  const [first = ""] = programs;
  const right = first.replace("= withoutPins(createReferenceServer", "= (createReferenceServer");
  expect(right).not.toBe(first);

  const [passed, ...failed] = await runPrograms([right, ...programs]);
  expect(passed).toEqual({ state: "passed" });
  expect(failed).toEqual(
    programs.map((program) => {
      const line = program.split("\n").findLastIndex((text) => /^ {2}(await )?expect\(/.test(text)) + 1;
      return { state: "failed", error: { name: "AssertionError", line } };
    }),
  );
});
