import { expect } from "vitest";
import { expectShape } from "./expect-shape.ts";
import { send } from "./send.ts";
import type { Subject } from "./subject.ts";

/**
 * Sends a request and expects one of the statuses, with the error body of section 7. Its
 * `body`, if it has one, names the invalid field.
 */
export async function expectError(
  subject: Subject,
  request: Parameters<typeof send>[1],
  statuses: readonly number[],
  field?: string,
): Promise<void> {
  const before = Date.now();
  const { status, value } = await send(subject, request);
  expect(statuses).toContain(status);
  const error = expectShape("error", value);
  expect(error.statusCode).toBe(status);
  expect(Math.abs(Date.parse(String(error.timestamp)) - before)).toBeLessThan(60_000);
  const path = `/v1${request.path.replace(/\?.*/s, "")}`;
  const basePath = new URL(subject.service.baseUrl).pathname.replace(/\/$/, "");
  const paths = [path, decodeURIComponent(path), basePath + path, basePath + decodeURIComponent(path)];
  expect(paths).toContain(error.path);
  if (error.body !== undefined) {
    expect(error.body).toMatchObject({ statusCode: status });
    expect(JSON.stringify(error.body)).toContain(field ?? "");
  }
}
