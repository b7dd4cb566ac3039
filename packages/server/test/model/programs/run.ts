// Runs files of one test each, and prints as JSON the result of each, and the line on which it failed.
import { basename } from "node:path";
import { Writable } from "node:stream";
import { defaultServerConditions } from "vite";
import { startVitest } from "vitest/node";

const [, , folder = ""] = process.argv;
const silence = new Writable({ write: (_chunk, _encoding, done) => done() });

const vitest = await startVitest(
  "test",
  [],
  {
    config: false,
    watch: false,
    include: [`${folder}/*/*.test.ts`],
    reporters: ["dot"],
    isolate: false,
    fileParallelism: false,
    deps: { interopDefault: false },
  },
  { ssr: { resolve: { conditions: ["@knowledge-base/source", ...defaultServerConditions] } } },
  { stdout: silence, stderr: silence },
);
const results = vitest.state.getTestModules().flatMap((module) =>
  Array.from(module.children.allTests(), (test) => {
    const { state, errors = [] } = test.result();
    const [error] = errors;
    const frame = error?.stacks?.find(({ file }) => file === module.moduleId);
    return [basename(module.moduleId), { state, error: error && { name: error.name, line: frame?.line } }];
  }),
);
await vitest.close();
process.stdout.write(JSON.stringify(Object.fromEntries(results)));
process.exitCode = 0;
