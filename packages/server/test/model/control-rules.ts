import type { StoredBinding, StoredPage } from "@knowledge-base/server";
import type { Channel } from "@knowledge-base/types";
import type { UpdateBindingInput } from "../../src/control/bindings.ts";
import type { ReportConnectionInput } from "../../src/control/brains.ts";
import type { UpdateChannelInput } from "../../src/control/channels.ts";
import type { CreatePageInput } from "../../src/control/page-content.ts";
import { linksOf, notify, pageRules, visible } from "./model.ts";
import {
  findBinding,
  findBrain,
  findChannel,
  findInstallation,
  findOrganization,
  findPage,
  forgetOrganization,
  found,
  isWithin,
  type Rule,
  recordsOf,
  reject,
  timeOf,
  type Workspace,
} from "./model-state.ts";
import { install, oauthRules } from "./oauth-rules.ts";

/** The rules of the controls. Every field that the specification leaves open is given. */
export const controlRules = {
  organizations: {
    create: rule<{ readonly id: string; readonly name: string; readonly apiKey: string }>(
      ({ records, initial }, { apiKey, ...organization }) => {
        if (records.apiKeys.some(({ key }) => key === apiKey)) reject("invalid_input");
        if (records.organizations.some(({ id }) => id === organization.id)) reject("invalid_input");
        records.organizations.push(organization);
        records.apiKeys.push({ key: apiKey, organizationId: organization.id, role: "admin" });
        initial.set(organization.id, structuredClone(recordsOf(records, organization.id)));
        return { ...organization, apiKey };
      },
    ),
    delete: rule<{ readonly organizationId: string }>((modelState, { organizationId }, scope) => {
      findOrganization(modelState, organizationId, scope);
      const { records } = modelState;
      const isOther = (record: { readonly organizationId: string }) => record.organizationId !== organizationId;
      records.organizations = records.organizations.filter(({ id }) => id !== organizationId);
      records.apiKeys = records.apiKeys.filter(isOther);
      records.brains = records.brains.filter(isOther);
      records.installations = records.installations.filter(isOther);
      const isKept = ({ brainId }: { readonly brainId: string }) => records.brains.some(({ id }) => id === brainId);
      records.pages = records.pages.filter(isKept);
      records.bindings = records.bindings.filter(isKept);
      const isSeen = (channel: { readonly installationId: string }) =>
        records.installations.some(({ id }) => id === channel.installationId);
      records.channels = records.channels.filter(isSeen);
      forgetOrganization(modelState, organizationId);
    }),
  },
  apiKeys: {
    create: rule<{ readonly organizationId: string; readonly apiKey: string }>(
      (modelState, { organizationId, apiKey: key }, scope) => {
        findOrganization(modelState, organizationId, scope);
        if (modelState.records.apiKeys.some((one) => one.key === key)) reject("invalid_input");
        const apiKey = { key, organizationId, role: "admin" };
        modelState.records.apiKeys.push(apiKey);
        return apiKey;
      },
    ),
    revoke: rule<{ readonly apiKey: string }>(({ records }, { apiKey: key }, { reach }) => {
      const apiKey = found(records.apiKeys.find((one) => one.key === key && isWithin(reach, one.organizationId)));
      records.apiKeys = records.apiKeys.filter((other) => other !== apiKey);
    }),
  },
  brains: {
    create: rule<{ readonly organizationId: string; readonly id: string; readonly name: string }>(
      (modelState, { organizationId, id, name }, scope) => {
        findOrganization(modelState, organizationId, scope);
        if (modelState.records.brains.some((brain) => brain.id === id)) reject("invalid_input");
        const brain = { id, organizationId, name };
        modelState.records.brains.push(brain);
        return brain;
      },
    ),
    sendDailyBrief: rule<{ readonly brainId: string }>((modelState, { brainId }, scope) => {
      findBrain(modelState, brainId, scope);
      return notify(modelState, "brief", brainId, []);
    }),
    reportConnection: rule<ReportConnectionInput>((modelState, { brainId, slugs }, scope) => {
      for (const slug of slugs) findPage(modelState, { brainId, slug }, scope);
      if (slugs[0] === slugs[1]) reject("invalid_input");
      return notify(modelState, "connection", brainId, slugs);
    }),
  },
  pages: {
    ...pageRules,
    create: rule<CreatePageInput & { readonly slug: string }>(
      (modelState, { brainId, slug, title, body = title, summary = "", pinned = false }, scope) => {
        const { organizationId } = findBrain(modelState, brainId, scope);
        const { pages } = modelState.records;
        if (pages.some((page) => page.brainId === brainId && page.slug === slug)) reject("invalid_input");
        const now = timeOf(modelState, organizationId);
        const page: StoredPage = {
          ...(scope.output as StoredPage),
          brainId,
          slug,
          title,
          body,
          summary,
          pinned,
          ...linksOf({ body }),
          version: 1,
          archived: false,
          status: "active",
          lastReferencedAt: null,
          lastCompiledAt: now,
          createdAt: now,
          updatedAt: now,
        };
        pages.push(page);
        return visible(page);
      },
    ),
  },
  installations: {
    create: rule<Workspace & { readonly organizationId: string; readonly id: string }>(
      (modelState, { organizationId, id, ...workspace }, scope) => {
        findOrganization(modelState, organizationId, scope);
        const { installations } = modelState.records;
        const isTeam = (one: { readonly organizationId: string; readonly teamId: string }) =>
          one.organizationId === organizationId && one.teamId === workspace.teamId;
        if (installations.some((one) => one.id === id || isTeam(one))) reject("invalid_input");
        return install(modelState, organizationId, workspace, { ...scope, output: { id } });
      },
    ),
    status: rule<{ readonly brainId: string }>((modelState, { brainId }, scope) => {
      const { organizationId } = findBrain(modelState, brainId, scope);
      const installations = modelState.records.installations.filter((one) => one.organizationId === organizationId);
      const bindings = modelState.records.bindings.filter((binding) => binding.brainId === brainId);
      return { installed: installations.length > 0, installations, bindings };
    }),
    uninstall: rule<{ readonly installationId: string }>((modelState, { installationId }, scope) => {
      findInstallation(modelState, installationId, scope);
      const { records } = modelState;
      const isOther = (record: { readonly installationId: string }) => record.installationId !== installationId;
      records.installations = records.installations.filter(({ id }) => id !== installationId);
      records.channels = records.channels.filter(isOther);
      records.bindings = records.bindings.filter(isOther);
    }),
  },
  channels: {
    create: rule<Channel & { readonly installationId: string }>((modelState, { installationId, ...channel }, scope) => {
      findInstallation(modelState, installationId, scope);
      const isTaken = modelState.records.channels.some(
        (one) => one.installationId === installationId && one.id === channel.id,
      );
      if (isTaken) reject("invalid_input");
      modelState.records.channels.push({ ...channel, installationId });
      return { ...channel, installationId };
    }),
    update: rule<UpdateChannelInput>((modelState, { installationId, channelId, ...changes }, scope) => {
      findInstallation(modelState, installationId, scope);
      return Object.assign(findChannel(modelState, installationId, channelId), changes);
    }),
  },
  bindings: {
    create: rule<NewBinding>((modelState, { brainId, installationId, channelId, id, ...settings }, scope) => {
      const { organizationId } = findBrain(modelState, brainId, scope);
      const installation = findInstallation(modelState, installationId, scope);
      if (installation.organizationId !== organizationId) reject("invalid_input");
      const { name: channelName } = findChannel(modelState, installationId, channelId);
      const { bindings } = modelState.records;
      const isBound = (one: StoredBinding) =>
        one.brainId === brainId && one.installationId === installationId && one.channelId === channelId;
      if (bindings.some((one) => one.id === id || isBound(one))) reject("invalid_input");
      const { teamId } = installation;
      const createdAt = timeOf(modelState, organizationId);
      const binding = {
        id,
        brainId,
        installationId,
        teamId,
        channelId,
        channelName,
        createdAt,
        ...active,
        ...settings,
      };
      bindings.push(binding);
      return { ...binding };
    }),
    update: rule<UpdateBindingInput>((modelState, { brainId, bindingId, ...settings }, scope) =>
      Object.assign(findBinding(modelState, brainId, bindingId, scope), settings),
    ),
  },
  oauth: oauthRules,
};

/** Choice bindingFlags: they are on. */
const active = { status: "active", notifyBriefs: true, notifyConnections: true, notifyChanges: true } as const;

type Settings = Partial<Pick<StoredBinding, keyof typeof active>>;
type NewBinding = Settings & Pick<StoredBinding, "id" | "brainId" | "installationId" | "channelId">;

function rule<Asked>(becomes: Rule<Asked>): Rule<Asked> {
  return becomes;
}
