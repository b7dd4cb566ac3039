import { setTimeout as pass } from "node:timers/promises";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Collects all garbage, including what finalizers release. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await pass(5);
    collect();
  }
}

/** Returns the bytes of the heap that are in use after garbage collection. */
export async function measureHeap(): Promise<number> {
  await collectGarbage();
  return getHeapStatistics().used_heap_size;
}
