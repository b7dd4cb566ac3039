import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { resetService } from "./example-service.ts";

resetService(readFileSync(expect.getState().testPath ?? "", "utf8"));
