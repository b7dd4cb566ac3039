import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@knowledge-base/server/control";
import { controlToken, type Runtime, startRuntime } from "../start-runtime.ts";
import { numbers } from "./expected-records.ts";
import { TrackedOrganization } from "./tracked-organization.ts";

export interface CrashTestOptions {
  readonly organizations: number;
  /** How often the runtime is killed: by turns after all responses, and while requests are in flight. */
  readonly kills: number;
}

/** What happened. A change that was lost or mixed up is an error instead. */
export interface CrashTestFigures {
  /** Requests that were acknowledged and whose effect was found after the runtime was killed. */
  readonly acknowledged: number;
  /** Changes in flight that took effect completely. */
  readonly tookEffect: number;
  /** Changes in flight that had no effect at all. */
  readonly hadNoEffect: number;
  /** How often the errors of requests in flight had each code. */
  readonly errorCodes: Readonly<Record<string, number>>;
  /** Milliseconds until the runtime listened. */
  readonly starts: readonly number[];
  /** Milliseconds of the first and of the second request to each object after each start, all at the same time. */
  readonly firstRequests: readonly number[];
  readonly secondRequests: readonly number[];
}

/** Kills the runtime again and again, and checks after each time that no organization has lost or mixed up anything. */
export async function runCrashTest({ organizations: count, kills }: CrashTestOptions): Promise<CrashTestFigures> {
  const storage = await mkdtemp(join(tmpdir(), "durable-objects-"));
  let runtime = await startRuntime(storage);
  try {
    const server = await connect(runtime.url, { token: controlToken, timeout: 60_000 });
    const organizations = await Promise.all(
      numbers(count).map((number) => TrackedOrganization.create(`org_${number}`, server, kills)),
    );
    const starts: number[] = [];
    const firstRequests: number[] = [];
    const secondRequests: number[] = [];
    const effects: (boolean | undefined)[] = [];
    let roundMs = 0;
    for (const round of numbers(kills)) {
      const start = performance.now();
      const acting = Promise.all(organizations.map((organization) => organization.act(round)));
      if (round % 2 === 0) {
        await Promise.race([acting, wait(Math.random() * roundMs)]);
      } else {
        await acting;
        roundMs = performance.now() - start;
      }
      await runtime.kill();
      await acting;
      const [restarted, startMs] = await restart(storage, runtime.port);
      runtime = restarted;
      starts.push(startMs);
      firstRequests.push(...(await Promise.all(organizations.map((organization) => organization.readIndex()))));
      secondRequests.push(...(await Promise.all(organizations.map((organization) => organization.readIndex()))));
      effects.push(...(await Promise.all(organizations.map((organization) => organization.verify()))));
    }
    const codes = organizations.flatMap(({ errorCodes }) => errorCodes);
    return {
      acknowledged: organizations.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      tookEffect: effects.filter((tookEffect) => tookEffect === true).length,
      hadNoEffect: effects.filter((tookEffect) => tookEffect === false).length,
      errorCodes: Object.fromEntries(
        Array.from(new Set(codes), (code) => [code, codes.filter((other) => other === code).length]),
      ),
      starts,
      firstRequests,
      secondRequests,
    };
  } finally {
    await runtime.kill();
    await rm(storage, { recursive: true });
  }
}

async function restart(storage: string, port: number): Promise<[runtime: Runtime, startMs: number]> {
  const start = performance.now();
  const runtime = await startRuntime(storage, port);
  return [runtime, performance.now() - start];
}
