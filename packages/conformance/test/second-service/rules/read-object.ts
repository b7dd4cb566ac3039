import { invalid } from "../http/invalid.ts";

export function readObject(text: string, contentType: string): object {
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw invalid("Content-Type", "must be application/json");
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("body", "must be an object");
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("body", "must be JSON");
  }
}
