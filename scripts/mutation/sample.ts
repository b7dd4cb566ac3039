import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type Checker, CheckStatus } from "@stryker-mutator/api/check";
import type { Mutant } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { Instrumenter } from "@stryker-mutator/instrumenter";

/** Returns a random sample of the mutants of some files, which is the same for equal seeds. */
export async function chooseMutants(files: readonly string[], size: number, seed: string): Promise<Mutant[]> {
  const quiet = Object.fromEntries(
    ["debug", "info", "warn", "error", "trace", "fatal"].map((level) => [level, () => {}]),
  );
  const instrumenter = new Instrumenter({ ...quiet, isDebugEnabled: () => false } as never);
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(name, "utf8") }));
  const { mutants } = await instrumenter.instrument(sources, { plugins: null, excludedMutations: [], ignorers: [] });
  const order = (mutant: Mutant) =>
    createHash("sha256")
      .update(`${seed} ${describe(mutant)}`)
      .digest("hex");
  return mutants.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).slice(0, size);
}

/** Returns a pattern of Stryker's option `mutate`, which also matches the mutants inside of this one. */
export function rangeOf({ fileName, location: { start, end } }: Mutant): string {
  return `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

/** Makes Stryker mutate nothing but the sample. */
export function useSample(mutants: readonly Mutant[]): void {
  process.env["MUTATION_SAMPLE"] = JSON.stringify(mutants.map(describe));
}

function describe({ fileName, location, mutatorName, replacement }: Mutant): string {
  return JSON.stringify([relative(process.cwd(), fileName), location, mutatorName, replacement]);
}

// Rejects the mutants that aren't in the sample. Stryker calls it in a process of its own.
class SampleChecker implements Checker {
  readonly #sample = new Set<string>(JSON.parse(process.env["MUTATION_SAMPLE"] ?? "[]"));

  async init(): Promise<void> {}

  async check(mutants: Mutant[]) {
    const results = mutants.map((mutant) => {
      const isInSample = this.#sample.has(describe(mutant));
      const result = isInSample
        ? { status: CheckStatus.Passed as const }
        : { status: CheckStatus.CompileError as const, reason: "It is not in the sample." };
      return [mutant.id, result] as const;
    });
    return Object.fromEntries(results);
  }

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", SampleChecker)];
