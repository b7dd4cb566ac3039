import { expect } from "vitest";
import { callAdmin } from "../records/call-admin.ts";
import type { Check } from "./check.ts";
import { expectError } from "./expect-error.ts";
import { expectShape } from "./expect-shape.ts";
import { send } from "./send.ts";
import { sorted } from "./sorted.ts";
import { stored } from "./stored.ts";
import type { Subject } from "./subject.ts";
import { validRequest } from "./valid-request.ts";

const flagNames = ["notifyBriefs", "notifyConnections", "notifyChanges"];

async function update(subject: Subject, body: object, bindingId = subject.records.bindingId) {
  const { status, value } = await send(subject, {
    ...validRequest(subject.records, "updateBinding", { bindingId }),
    body,
  });
  expect(status).toBe(200);
  return expectShape("binding", value);
}

/** Returns all bindings of both organizations but one. */
async function otherBindings(subject: Subject, bindingId: string) {
  const bindings = await stored(subject, "bindings", {});
  const brains = [subject.records.brainId, subject.records.otherBrainId, subject.records.foreignBrainId];
  return bindings.filter(({ id, brainId }) => id !== bindingId && brains.includes(String(brainId)));
}

export const bindingChecks = {
  async "update returns the binding"(subject) {
    const { records } = subject;
    for (const bindingId of [records.bindingId, records.privateBindingId, records.disabledBindingId]) {
      const [{ createdAt, ...row } = {}] = await stored(subject, "bindings", { id: bindingId });
      const binding = await update(subject, {}, bindingId);
      expect(binding).toMatchObject({ ...row, teamId: "T1" });
      const difference = Date.parse(String(binding.createdAt)) - Date.parse(String(createdAt));
      expect(Math.abs(difference)).toBeLessThan(1000);
    }
  },

  async "update changes the flags of the body only"(subject) {
    const [{ createdAt: _, ...row } = {}] = await stored(subject, "bindings", { id: subject.records.bindingId });
    const expected: Record<string, unknown> = { ...row };
    const bodies = [true, false].flatMap((value) => flagNames.map((name) => ({ [name]: value })));
    for (const body of [...bodies, { notifyConnections: true }, { notifyBriefs: true, notifyChanges: true }, {}]) {
      Object.assign(expected, body);
      expect(await update(subject, body)).toMatchObject(expected);
      expect(await stored(subject, "bindings", { id: subject.records.bindingId })).toMatchObject([expected]);
    }
  },

  async "update keeps the status and other bindings"(subject) {
    for (const id of [subject.records.disabledBindingId, subject.records.bindingId]) {
      const [{ status } = {}] = await stored(subject, "bindings", { id });
      const others = await otherBindings(subject, id);
      for (const value of [false, true]) {
        const flags = Object.fromEntries(flagNames.map((name) => [name, value]));
        expect(await update(subject, flags, id)).toMatchObject({ ...flags, status });
        expect(await stored(subject, "bindings", { id })).toMatchObject([{ status }]);
        expect(await otherBindings(subject, id)).toEqual(others);
      }
    }
  },

  async "update refuses what is no flag"(subject) {
    const request = validRequest(subject.records, "updateBinding");
    const before = await stored(subject, "bindings", { id: subject.records.bindingId });
    for (const value of ["yes", "false", 1, null, {}]) {
      for (const name of flagNames) {
        await expectError(subject, { ...request, body: { [name]: value } }, [400], name);
      }
    }
    expect(await stored(subject, "bindings", { id: subject.records.bindingId })).toEqual(before);
  },

  async "update refuses a body that is no object"(subject) {
    const request = validRequest(subject.records, "updateBinding");
    for (const body of ["{", "[true]", '"notifyBriefs"']) await expectError(subject, { ...request, body }, [400]);
  },

  async "update finds a binding by its brain and id"(subject) {
    const { records } = subject;
    for (const target of [
      { bindingId: "no-such-binding" },
      { bindingId: records.otherBrainBindingId },
      { bindingId: records.foreignBindingId },
      { brainId: records.otherBrainId },
    ]) {
      await expectError(subject, validRequest(records, "updateBinding", target), [403, 404]);
    }
    expect(await stored(subject, "bindings", { id: records.bindingId })).toMatchObject([{ notifyBriefs: true }]);
    expect(await stored(subject, "bindings", { id: records.foreignBindingId })).toMatchObject([{ notifyBriefs: true }]);
  },

  async "unbind removes one binding"(subject) {
    const { records } = subject;
    for (const bindingId of [records.bindingId, records.disabledBindingId]) {
      const others = await otherBindings(subject, bindingId);
      const { status, value } = await send(subject, validRequest(records, "unbindChannel", { bindingId }));
      expect(status).toBe(200);
      expect(expectShape("disconnect", value).disconnected).toBe(true);
      expect(await stored(subject, "bindings", { id: bindingId })).toEqual([]);
      expect(await otherBindings(subject, bindingId)).toEqual(others);
    }
  },

  async "unbind leaves the installation and its channels"(subject) {
    const { records } = subject;
    const observe = async () => [
      await stored(subject, "installations", { id: records.installationId }),
      await stored(subject, "channels", { installationId: records.installationId }),
    ];
    const before = await observe();
    await send(subject, validRequest(records, "unbindChannel"));
    expect(await observe()).toEqual(before);
  },

  async "unbind leaves the installation of its last binding"(subject) {
    const { otherInstallationId, otherInstallationBindingId: bindingId } = subject.records;
    await send(subject, validRequest(subject.records, "unbindChannel", { bindingId }));
    expect(await stored(subject, "installations", { id: otherInstallationId })).toHaveLength(1);
  },

  async "unbind disconnects only what is there"(subject) {
    const { records } = subject;
    await send(subject, validRequest(records, "unbindChannel"));
    const bindingIds = [records.bindingId, "no-such-binding", records.otherBrainBindingId, records.foreignBindingId];
    for (const bindingId of bindingIds) {
      const { status, value } = await send(subject, validRequest(records, "unbindChannel", { bindingId }));
      if (status === 200) expect(expectShape("disconnect", value).disconnected).toBe(false);
      else expect([403, 404]).toContain(status);
    }
    for (const id of [records.otherBrainBindingId, records.foreignBindingId]) {
      expect(await stored(subject, "bindings", { id })).toHaveLength(1);
    }
  },

  async "bindings deliver what their flags say"(subject) {
    const { records } = subject;
    const rows: [string, string[]][] = [
      ["brief", [records.bindingId]],
      ["connection", [records.privateBindingId]],
      ["change", [records.bindingId, records.otherInstallationBindingId]],
    ];
    for (const [kind, expected] of rows) {
      await callAdmin(subject.service, "notify", { brainId: records.brainId, kind });
      const deliveries = (await stored(subject, "deliveries", { kind })).filter(({ bindingId }) =>
        Object.values(records).includes(String(bindingId)),
      );
      expect(sorted(deliveries.map(({ bindingId }) => bindingId))).toEqual(sorted(expected));
      for (const { bindingId, channelId } of deliveries) {
        expect(await stored(subject, "bindings", { id: bindingId })).toMatchObject([{ channelId }]);
      }
    }
  },

  async "notifications follow updates of flags and status"(subject) {
    const { brainId, bindingId } = subject.records;
    const countDeliveries = async () => {
      for (const kind of ["brief", "connection", "change"]) {
        await callAdmin(subject.service, "notify", { brainId, kind });
      }
      return sorted((await stored(subject, "deliveries", { bindingId })).map(({ kind }) => kind));
    };
    await update(subject, { notifyBriefs: false, notifyConnections: true });
    expect(await countDeliveries()).toEqual(["change", "connection"]);
    await callAdmin(subject.service, "set-binding-status", { id: bindingId, status: "disabled" });
    expect(await countDeliveries()).toEqual(["change", "connection"]);
    await callAdmin(subject.service, "set-binding-status", { id: bindingId, status: "active" });
    expect(await countDeliveries()).toEqual(["change", "change", "connection", "connection"]);
    await send(subject, validRequest(subject.records, "unbindChannel"));
    expect(await countDeliveries()).toHaveLength(4);
  },
} satisfies Readonly<Record<string, Check>>;
