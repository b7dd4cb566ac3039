import { execFile } from "node:child_process";
import { messageOf, withoutFullStop } from "../texts.ts";

const loadingLimitMs = 60_000;

/**
 * Imports a module of a user.
 *
 * @throws what the module throws, or an `Error` that says where its syntax is wrong, or that its top-level `await` hasn't settled in time
 */
export async function importModule(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`it was not loaded within ${loadingLimitMs / 1000} seconds`)),
    loadingLimitMs,
  );
  try {
    return await Promise.race([import(specifier), limit]);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = withoutFullStop(messageOf(error));
    const isCommonJs = message.includes("import statement outside a module");
    const advice = 'Set "type": "module" in package.json, or end the name of the file with .mts or .mjs';
    if (isCommonJs) throw new Error(`it is a module, but Node takes it for CommonJS. ${advice}`, { cause: error });
    // A file and a line.
    const place = placeOf(error.stack) ?? placeOf(await linkElsewhere(specifier));
    throw place === undefined ? error : new Error(`${message} (${place})`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function placeOf(report = ""): string | undefined {
  return /^(?:file:\/\/)?(\S.*:\d+)$/m.exec(report)?.[1];
}

// Links a module in a process of its own, and returns what Node reports: only there it says where the syntax of a module is wrong.
// All modules are read before the first one runs, which ends the process.
function linkElsewhere(specifier: string): Promise<string> {
  const imports = `import "data:text/javascript,process.exit()"; import ${JSON.stringify(specifier)};`;
  const args = [...process.execArgv, "--input-type=module", "--eval", imports];
  return new Promise((resolve) =>
    execFile(process.execPath, args, { timeout: 10_000 }, (_, __, stderr) => resolve(stderr)),
  );
}
