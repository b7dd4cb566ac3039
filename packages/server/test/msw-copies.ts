import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { MswCopy } from "@knowledge-base/server/msw";
import * as msw30 from "msw";
import * as node30 from "msw/node";
import * as msw211 from "msw-2.11";
import * as node211 from "msw-2.11/node";
import * as msw215 from "msw-2.15";
import * as node215 from "msw-2.15/node";
import { onTestFinished } from "vitest";

/** The part of the result of `setupServer` that all versions of msw have. */
interface Interception {
  listen(): void;
  use(...handlers: never[]): void;
  resetHandlers(...handlers: never[]): void;
  restoreHandlers(): void;
  close(): void;
}

/** A copy of msw. Its types are weakened, because the compiler rejects handlers of another copy. */
export interface Copy {
  readonly msw: MswCopy<object>;
  readonly setupServer: (...handlers: never[]) => Interception;
}

/** The installed copies by version. */
export const copies = {
  "2.11": { msw: msw211, setupServer: node211.setupServer },
  "2.15": { msw: msw215, setupServer: node215.setupServer },
  "3.0": { msw: msw30, setupServer: node30.setupServer },
} as const satisfies Readonly<Record<string, Copy>>;

/** Version of an installed copy. */
export type CopyVersion = keyof typeof copies;

const root = resolve(import.meta.dirname, "../../..");
const names = { "2.11": "msw-2.11", "2.15": "msw-2.15", "3.0": "msw" };
const extensions = { "2.11": "mjs", "2.15": "mjs", "3.0": "js" };

/** Installs a second copy of a version in a temporary folder. */
export async function installSecondCopy(version: CopyVersion): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-base-msw-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copy = join(folder, "app/node_modules/msw");
  await cp(join(root, "node_modules", names[version]), copy, { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const load = (entry: string) => import(join(copy, `lib/${entry}/index.${extensions[version]}`));
  const { setupServer } = await load("node");
  return { msw: await load("core"), setupServer };
}
