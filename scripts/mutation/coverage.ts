import { vi } from "vitest";

const { activeMutant, mutantCoverage } = (globalThis as { __stryker__?: StrykerNamespace }).__stryker__ ?? {};

// Test files share a process. What runs once in it, such as the load of a module, would be covered by the first file alone.
if (activeMutant === undefined) vi.resetModules();

// Stryker reports what was covered so far after each file. Without this, it would report the coverage of all files before it again,
// megabytes for each file. The objects stay, because mutated modules hold them.
for (const counts of Object.values(mutantCoverage ?? {}))
  for (const id of Object.keys(counts)) Reflect.deleteProperty(counts, id);

interface StrykerNamespace {
  readonly activeMutant?: string;
  readonly mutantCoverage?: { readonly static: object; readonly perTest: object };
}
