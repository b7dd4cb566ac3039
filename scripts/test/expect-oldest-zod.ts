import { readFileSync } from "node:fs";
import { pageSchema } from "@knowledge-base/types";
import { expect } from "vitest";

// Tests of another version would prove nothing about the range that the package declares.

const { dependencies } = JSON.parse(readFileSync("packages/types/package.json", "utf8"));
const { major, minor, patch } = pageSchema._zod.version;
expect(`^${major}.${minor}.${patch}`).toBe(dependencies.zod);
