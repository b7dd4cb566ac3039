import { expect } from "vitest";
import type { Check } from "./check.ts";
import { expectError } from "./expect-error.ts";
import { operationNames } from "./operation-names.ts";
import { send } from "./send.ts";
import { validRequest } from "./valid-request.ts";

export const errorChecks = {
  async "errors have the documented body"(subject) {
    const { records } = subject;
    const index = validRequest(records, "readIndex");
    await expectError(subject, { ...index, path: index.path.replace("=5", "=five&unknown=1") }, [400]);
    await expectError(subject, { ...validRequest(records, "updateBinding"), body: { notifyBriefs: 1 } }, [400]);
    await expectError(subject, { ...index, key: "no-such-key" }, [401]);
    await expectError(subject, validRequest(records, "readIndex", { brainId: "no such/brain: ö" }), [404]);
    await expectError(subject, validRequest(records, "archivePage", { slug: "no-such-page" }), [404]);
  },

  async "the brain must exist"(subject) {
    for (const operation of operationNames) {
      await expectError(subject, validRequest(subject.records, operation, { brainId: "no-such-brain" }), [404]);
    }
  },

  async "path parameters are percent-decoded"(subject) {
    const { path, method } = validRequest(subject.records, "readIndex");
    const start = "/brains/".length;
    const encoded = `%${path.charCodeAt(start).toString(16)}`;
    const { status } = await send(subject, { method, path: path.slice(0, start) + encoded + path.slice(start + 1) });
    expect(status).toBe(200);
  },
} satisfies Readonly<Record<string, Check>>;
