import { invalid } from "../http/invalid.ts";

export function readFlag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw invalid(name, "must be a boolean");
}
