import { sleep } from "../sleep.ts";
import { messageOf, withoutFullStop } from "../texts.ts";

const loadingLimitMs = 60_000;

/**
 * Imports a module of a user.
 *
 * @throws what the module throws, or an `Error` that says what to do: its syntax is wrong, or its top-level `await` never settles
 */
export async function importModule(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  // Commands end with `process.exit`, so the timer may run on.
  const limit = sleep(loadingLimitMs).then(() => {
    throw new Error(`it was not loaded within ${loadingLimitMs / 1000} seconds`);
  });
  try {
    return await Promise.race([import(specifier), limit]);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = withoutFullStop(messageOf(error));
    const advice = message.includes("import statement outside a module")
      ? 'Set "type": "module" in package.json, or end the name of the file with .mts or .mjs'
      : "To see the line, run it with node";
    throw new Error(`${message}. ${advice}`, { cause: error });
  }
}
