import { expect } from "vitest";
import { callAdmin } from "../records/call-admin.ts";
import type { Check } from "./check.ts";
import { expectError } from "./expect-error.ts";
import { operationNames } from "./operation-names.ts";
import { send } from "./send.ts";
import { stored } from "./stored.ts";
import type { Subject } from "./subject.ts";
import { validRequest } from "./valid-request.ts";

async function expectUnauthorized(subject: Subject, change: Partial<Parameters<typeof send>[1]>): Promise<void> {
  for (const operation of operationNames) {
    await expectError(subject, { ...validRequest(subject.records, operation), ...change }, [401]);
  }
  await expectUnchanged(subject);
}

/** Expects that neither the page nor the binding that requests are about has changed. */
async function expectUnchanged(subject: Subject): Promise<void> {
  const { pageId, bindingId } = subject.records;
  expect(await stored(subject, "pages", { id: pageId })).toMatchObject([{ archived: false, status: "active" }]);
  expect(await stored(subject, "bindings", { id: bindingId })).toMatchObject([{ notifyBriefs: true }]);
}

export const accessChecks = {
  async "a missing key is refused"(subject) {
    await expectUnauthorized(subject, { key: null });
  },

  async "an invalid key is refused"(subject) {
    const { apiKey } = subject.records;
    await expectUnauthorized(subject, { key: "no-such-key" });
    const request = validRequest(subject.records, "readIndex");
    const upperCase = apiKey.toUpperCase();
    for (const key of ["", upperCase, `${apiKey}0`, apiKey.slice(0, -1), "%", `${apiKey},${apiKey}`]) {
      await expectError(subject, { ...request, key }, [401]);
    }
  },

  async "the key is read from its header only"(subject) {
    const { apiKey } = subject.records;
    const request = validRequest(subject.records, "readIndex");
    for (const headers of [{ authorization: `Bearer ${apiKey}` }, { cookie: `x-api-key=${apiKey}` }]) {
      await expectError(subject, { ...request, key: null, headers }, [401]);
    }
    for (const name of ["x-api-key", "api_key", "apiKey", "key"]) {
      await expectError(subject, { ...request, path: `${request.path}&${name}=${apiKey}`, key: null }, [401]);
    }
  },

  async "a deleted key is refused"(subject) {
    await send(subject, validRequest(subject.records, "readIndex"));
    await callAdmin(subject.service, "delete-record", { table: "keys", id: subject.records.apiKey });
    await expectUnauthorized(subject, {});
  },

  async "a key is checked before the records"(subject) {
    for (const operation of operationNames) {
      const request = validRequest(subject.records, operation, { brainId: "no-such-brain" });
      await expectError(subject, { ...request, key: "no-such-key" }, [401]);
      await expectError(subject, { ...request, key: null }, [401]);
    }
  },

  async "a key has access to its organization only"(subject) {
    const { records } = subject;
    for (const operation of operationNames) {
      const request = validRequest(records, operation);
      await expectError(subject, { ...request, key: records.foreignApiKey }, [403, 404]);
    }
    await expectUnchanged(subject);
  },

  async "every valid key of the organization is accepted"(subject) {
    for (const key of [subject.records.apiKey, subject.records.readerApiKey]) {
      const { status } = await send(subject, { ...validRequest(subject.records, "readIndex"), key });
      expect(status).toBe(200);
    }
  },
} satisfies Readonly<Record<string, Check>>;
