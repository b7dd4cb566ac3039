import { invalid } from "../http/invalid.ts";

export function readLimit(text: string | null): number {
  if (text === null) return 50;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 200) throw invalid("limit", "must be an integer from 1 to 200");
  return limit;
}
