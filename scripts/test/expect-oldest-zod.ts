import { pageSchema } from "@knowledge-base/types";
import { expect } from "vitest";
import { readManifest } from "../manifests.ts";

// Tests of another version would prove nothing about the range that the package declares.

const { dependencies } = readManifest("packages/types");
const { major, minor, patch } = pageSchema._zod.version;
expect(`^${major}.${minor}.${patch}`).toBe(dependencies?.["zod"]);
