import fc from "fast-check";
import { callControl, stepOf } from "./call.ts";
import { workspace } from "./oauth-steps.ts";
import * as pools from "./pools.ts";

const { apiKey, binding, brainId, channel, flags, installationId, organizationId, page, reach, slug } = pools;
const ownId = fc.constantFrom("org_south", "org_west");
const status = pools.maybe("status", fc.constantFrom("active", "disabled"));
const isPrivate = fc.boolean();
const isMember = fc.boolean();
const content = fc
  .tuple(pools.maybe("title", pools.text), pools.maybe("summary", pools.summary), pools.maybe("body", pools.text))
  .map(([title, summary, body]) => ({ ...title, ...summary, ...body }));

/** Checks whether another organization has the id: the model does not know repeated ids. */
function isForeign(record: Owned, given: Owned): boolean {
  return record.id === given.id && record.organizationId !== given.organizationId;
}

interface Owned {
  readonly id: string;
  readonly organizationId: string;
}

function onPage(name: "get" | "read" | "pin" | "unpin" | "deprecate" | "restore") {
  return stepOf({ page, reach }, (chosen, modelState) => {
    return callControl("pages", name, chosen.page(modelState), { reach: chosen.reach });
  });
}

function writePage(name: "edit" | "compile") {
  return stepOf({ page, content, reach }, (chosen, modelState) => {
    return callControl("pages", name, { ...chosen.page(modelState), ...chosen.content }, { reach: chosen.reach });
  });
}

/** Changes of pages besides archiving. */
export const pageSteps = {
  create: stepOf(
    { brainId, slug, title: pools.text, body: pools.text, summary: pools.summary, pinned: fc.boolean(), reach },
    ({ reach: scope, brainId: brain, ...given }, modelState) => {
      return callControl("pages", "create", { brainId: brain(modelState), ...given }, { reach: scope });
    },
  ),
  get: onPage("get"),
  read: onPage("read"),
  edit: writePage("edit"),
  compile: writePage("compile"),
  pin: onPage("pin"),
  unpin: onPage("unpin"),
  deprecate: onPage("deprecate"),
  restore: onPage("restore"),
  mark: stepOf({ page, status: fc.constantFrom("active", "stale", "contested"), reach }, (chosen, modelState) => {
    return callControl("pages", "mark", { ...chosen.page(modelState), status: chosen.status }, { reach: chosen.reach });
  }),
};

/** The other records that the controls create and change. */
export const recordSteps = {
  createOrganization: stepOf({ id: ownId, apiKey }, (input) =>
    callControl("organizations", "create", { name: "Organization", ...input }),
  ),
  createKey: stepOf({ organizationId, apiKey, reach }, ({ reach: scope, ...input }) =>
    callControl("apiKeys", "create", input, { reach: scope }),
  ),
  createBrain: stepOf({ organizationId, id: pools.brainName, reach }, ({ reach: scope, ...input }, { records }) => {
    if (records.brains.some((brain) => isForeign(brain, input))) return undefined;
    return callControl("brains", "create", { name: "Brain", ...input }, { reach: scope });
  }),
  sendDailyBrief: stepOf({ brainId, reach }, (chosen, modelState) =>
    callControl("brains", "sendDailyBrief", { brainId: chosen.brainId(modelState) }, { reach: chosen.reach }),
  ),
  reportConnection: stepOf({ page, other: page, reach }, (chosen, modelState) => {
    const { brainId: brain, slug: from } = chosen.page(modelState);
    const slugs = [from, chosen.other(modelState).slug] as const;
    return callControl("brains", "reportConnection", { brainId: brain, slugs }, { reach: chosen.reach });
  }),
  createInstallation: stepOf(
    { organizationId, id: fc.constantFrom("installation_a", "installation_b", "installation_c"), workspace, reach },
    ({ reach: scope, workspace: connected, ...input }, { records }) => {
      if (records.installations.some((installation) => isForeign(installation, input))) return undefined;
      return callControl("installations", "create", { ...input, ...connected }, { reach: scope });
    },
  ),
  tellStatus: stepOf({ brainId, reach }, (chosen, modelState) =>
    callControl("installations", "status", { brainId: chosen.brainId(modelState) }, { reach: chosen.reach }),
  ),
  createChannel: stepOf(
    { installationId, id: pools.channelName, name: pools.text, isPrivate, isMember, reach },
    ({ installationId: installation, reach: scope, ...given }, modelState) =>
      callControl("channels", "create", { installationId: installation(modelState), ...given }, { reach: scope }),
  ),
  updateChannel: stepOf(
    { channel, name: pools.maybe("name", pools.text), isMember: pools.maybe("isMember", isMember), reach },
    ({ channel: address, reach: scope, name, isMember: member }, modelState) =>
      callControl("channels", "update", { ...address(modelState), ...name, ...member }, { reach: scope }),
  ),
  createBinding: stepOf(
    { brainId, channel, id: pools.bindingName, flags, status, reach },
    ({ brainId: brain, channel: address, id, reach: scope, ...given }, modelState) => {
      const input = { id, brainId: brain(modelState), ...address(modelState), ...given.flags, ...given.status };
      const { brains, bindings } = modelState.records;
      const ownerOf = (owned: string) => brains.find((one) => one.id === owned)?.organizationId;
      if (bindings.some((one) => one.id === id && ownerOf(one.brainId) !== ownerOf(input.brainId))) return undefined;
      return callControl("bindings", "create", input, { reach: scope });
    },
  ),
  updateBinding: stepOf(
    { binding, flags, status, channelName: pools.maybe("channelName", fc.constantFrom(null, "deck")), reach },
    ({ binding: address, reach: scope, ...given }, modelState) => {
      const input = { ...address(modelState), ...given.flags, ...given.status, ...given.channelName };
      return callControl("bindings", "update", input, { reach: scope });
    },
  ),
};

/** Steps that remove many records, and are therefore rare. */
export const removingSteps = {
  deleteOrganization: stepOf({ organizationId }, (input) => callControl("organizations", "delete", input)),
  revokeKey: stepOf({ apiKey, reach }, ({ reach: scope, ...input }) =>
    callControl("apiKeys", "revoke", input, { reach: scope }),
  ),
  uninstall: stepOf({ installationId, reach }, (chosen, modelState) => {
    const input = { installationId: chosen.installationId(modelState) };
    return callControl("installations", "uninstall", input, { reach: chosen.reach });
  }),
};
