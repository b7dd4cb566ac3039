import type { ServerControl } from "@knowledge-base/server";
import type { TestTools } from "../../src/control/server-control.ts";
import type { ControlErrorCode } from "../../src/records/errors.ts";
import { journalSamples } from "./journal-samples.ts";
import { recordSamples } from "./record-samples.ts";
import {
  approved,
  archived,
  delivered,
  denied,
  deprecated,
  expired,
  type Prepare,
  page,
  pinned,
  started,
} from "./situations.ts";

type PathsOf<Groups> = {
  [Group in keyof Groups & string]: `${Group}/${keyof Groups[Group] & string}`;
}[keyof Groups & string];

/** The path of each command. */
export type CommandPath = PathsOf<ServerControl> | PathsOf<TestTools>;

type MethodAt<
  Path,
  Groups = ServerControl & TestTools,
> = Path extends `${infer Group extends keyof Groups & string}/${infer Name}`
  ? Name extends keyof Groups[Group]
    ? Groups[Group][Name]
    : never
  : never;

/** Calls of a command in the state of the tests. */
export interface Sample<Argument = unknown> {
  /** Name of the argument as a field of the body, if the method takes a plain value. */
  readonly parameter?: string;
  readonly argument: Prepare<Argument>;
  /** Arguments that the command rejects, by error code. */
  readonly rejected: Partial<Readonly<Record<ControlErrorCode, Prepare<unknown>>>>;
}

type Samples = {
  readonly [Path in CommandPath]: Sample<MethodAt<Path> extends (...input: infer Input) => unknown ? Input[0] : never>;
};

const noPage = { brainId: "brain_tides", slug: "moon" };
const nothing = { argument: () => undefined, rejected: {} };

function atPage<More extends object>(more: More, rejected: Sample["rejected"] = {}): Sample<typeof page & More> {
  return {
    argument: () => ({ ...page, ...more }),
    rejected: {
      not_found: () => ({ ...noPage, ...more }),
      invalid_input: () => ({ brainId: "brain_tides", slug: "", surplus: true }),
      ...rejected,
    },
  };
}

/** For each command, a call that succeeds on the server of `openServer()` and calls that it rejects. */
export const samples = {
  ...recordSamples,
  "organizations/create": {
    argument: () => ({ name: "West", redirectUrl: "https://west.example/done", role: "viewer" }),
    rejected: { invalid_input: () => ({ id: "org_north" }) },
  },
  "organizations/update": {
    argument: () => ({ organizationId: "org_south", name: "Far south", redirectUrl: null }),
    rejected: {
      not_found: () => ({ organizationId: "org_moon" }),
      invalid_input: () => ({ organizationId: "org_south", redirectUrl: "moon", name: 1 }),
    },
  },
  "organizations/delete": {
    argument: () => ({ organizationId: "org_south" }),
    rejected: { not_found: () => ({ organizationId: "org_moon" }), invalid_input: () => ({}) },
  },
  "apiKeys/create": {
    argument: () => ({ apiKey: "key_sample", role: "viewer" }),
    rejected: { invalid_input: () => ({ apiKey: "two words" }), not_found: () => ({ organizationId: "org_moon" }) },
  },
  "apiKeys/update": {
    argument: () => ({ apiKey: "key_north", role: "viewer" }),
    rejected: { not_found: () => ({ apiKey: "key_moon", role: "viewer" }), invalid_input: () => ({ role: 1 }) },
  },
  "apiKeys/revoke": {
    argument: () => ({ apiKey: "key_north" }),
    rejected: { not_found: () => ({ apiKey: "key_moon" }), invalid_input: () => ({ apiKey: null }) },
  },
  "brains/create": {
    argument: () => ({ name: "Fjord" }),
    rejected: { invalid_input: () => ({ id: "brain_tides" }), not_found: () => ({ organizationId: "org_moon" }) },
  },
  "brains/update": {
    argument: () => ({ brainId: "brain_tides", name: "Fjord" }),
    rejected: { not_found: () => ({ brainId: "brain_moon", name: "" }), invalid_input: () => ({ brainId: [] }) },
  },
  "brains/rankPages": {
    argument: () => ({ brainId: "brain_tides", limit: 1 }),
    rejected: {
      not_found: () => ({ brainId: "brain_moon" }),
      invalid_input: () => ({ brainId: "brain_tides", limit: 0 }),
    },
  },
  "brains/sendDailyBrief": {
    argument: () => ({ brainId: "brain_tides" }),
    rejected: { not_found: () => ({ brainId: "brain_moon" }), invalid_input: () => ({ brainId: "" }) },
  },
  "brains/reportConnection": {
    argument(_, server) {
      server.control.pages.create({ brainId: "brain_tides", title: "Neap tide", body: "The lowest." });
      return { brainId: "brain_tides", slugs: ["spring-tide", "neap-tide"] };
    },
    rejected: {
      not_found: () => ({ brainId: "brain_tides", slugs: ["spring-tide", "moon"] }),
      invalid_input: () => ({ brainId: "brain_tides", slugs: ["spring-tide", "spring-tide"] }),
    },
  },
  "pages/create": {
    argument: () => ({
      brainId: "brain_tides",
      title: "Neap tide",
      body: "After the [[spring-tide]].",
      embedding: [0.5, -1e-9],
      source: { channel: "upload", ref: null, label: null },
      sources: [{ ingestSourceId: "ingest_2" }],
      bucket: "notes",
    }),
    rejected: {
      invalid_input: () => ({ brainId: "brain_tides", title: " ", body: "x", embedding: [Number.NaN], surplus: 1 }),
      not_found: () => ({ brainId: "brain_moon", title: "Neap tide", body: "x" }),
    },
  },
  "pages/delete": atPage({}),
  "pages/get": atPage({}),
  "pages/read": atPage({}),
  "pages/edit": atPage(
    { title: "Neap tide", bucket: "notes" as const },
    { conflict: async (...prepared) => ({ ...(await archived(...prepared)), title: "Neap tide" }) },
  ),
  "pages/compile": atPage({ body: "New.", sources: [{ ingestSourceId: "ingest_1" }] }, { conflict: archived }),
  "pages/pin": atPage({}, { conflict: deprecated }),
  "pages/unpin": { ...atPage({}), argument: pinned },
  "pages/deprecate": atPage({}, { conflict: pinned }),
  "pages/mark": atPage({ status: "contested" as const }),
  "pages/restore": { ...atPage({}), argument: archived },
  "installations/create": {
    argument: () => ({ teamId: "T_WEST", teamName: "West team", channels: [{ id: "C_WEST", name: "west" }] }),
    rejected: {
      invalid_input: () => ({
        channels: [
          { id: "C", name: "one" },
          { id: "C", name: "two" },
        ],
      }),
      not_found: () => ({ organizationId: "org_moon" }),
    },
  },
  "installations/update": {
    argument: () => ({ installationId: "installation_north", teamName: "Fjord team" }),
    rejected: {
      not_found: () => ({ installationId: "installation_moon", teamName: "" }),
      invalid_input: () => ({ installationId: "installation_north" }),
    },
  },
  "installations/status": {
    argument: () => ({ brainId: "brain_tides" }),
    rejected: { not_found: () => ({ brainId: "brain_moon" }), invalid_input: () => ({}) },
  },
  "installations/uninstall": {
    argument: () => ({ installationId: "installation_north" }),
    rejected: { not_found: () => ({ installationId: "installation_moon" }), invalid_input: () => ({}) },
  },
  "channels/create": {
    argument: () => ({ installationId: "installation_north", name: "galley", isMember: true }),
    rejected: {
      not_found: () => ({ installationId: "installation_moon", name: "galley" }),
      invalid_input: () => ({ installationId: "installation_north", id: "C_DECK", name: "deck" }),
    },
  },
  "channels/update": {
    argument: () => ({ installationId: "installation_north", channelId: "C_DECK", isPrivate: true }),
    rejected: {
      not_found: () => ({ installationId: "installation_north", channelId: "C_MOON" }),
      invalid_input: () => ({ installationId: "installation_north", channelId: "C_DECK", isPrivate: "yes" }),
    },
  },
  "bindings/create": {
    argument: () => ({ brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" }),
    rejected: {
      not_found: () => ({ brainId: "brain_tides", installationId: "installation_pier", channelId: "C_MOON" }),
      invalid_input: () => ({ brainId: "brain_tides", installationId: "installation_north", channelId: "C_DECK" }),
    },
  },
  "bindings/update": {
    argument: () => ({ brainId: "brain_tides", bindingId: "binding_deck", status: "disabled", channelName: null }),
    rejected: {
      not_found: () => ({ brainId: "brain_tides", bindingId: "binding_moon" }),
      invalid_input: () => ({ brainId: "brain_tides", bindingId: "binding_deck", status: "asleep" }),
    },
  },
  "oauth/approve": {
    argument: async (...prepared) => ({ ...(await started(...prepared)), teamName: "West team" }),
    rejected: {
      invalid_input: () => ({ authorizationUrl: "moon" }),
      oauth_invalid_state: () => ({ authorizationUrl: "https://moon.test/_platform/oauth/authorize?state=x" }),
      oauth_used_state: denied,
      oauth_expired_state: expired,
    },
  },
  "oauth/deny": { argument: started, rejected: { oauth_used_state: denied, invalid_input: () => ({}) } },
  "oauth/confirm": {
    argument: approved,
    rejected: {
      oauth_wrong_code: async (...prepared) => ({ ...(await approved(...prepared)), code: "moon" }),
      oauth_invalid_state: () => ({ code: "", state: "" }),
      invalid_input: () => ({ code: 1, state: 2 }),
    },
  },
  "oauth/pending": {
    async argument(...prepared) {
      await started(...prepared);
      return { organizationId: "org_north" };
    },
    rejected: { not_found: () => ({ organizationId: "org_moon" }), invalid_input: () => ({ organizationId: 1 }) },
  },
  "clock/now": nothing,
  "clock/status": nothing,
  "clock/freeze": { parameter: "at", argument: () => 0, rejected: { invalid_input: () => "noon" } },
  "clock/set": {
    parameter: "at",
    argument: () => "2027-01-01T00:00:00.000Z",
    rejected: { invalid_input: () => Number.NaN },
  },
  "clock/advance": { parameter: "milliseconds", argument: () => 1.5, rejected: { invalid_input: () => -1 } },
  "clock/resume": nothing,
  "faults/add": {
    argument: () => ({ kind: "status", status: 503, retryAfter: 1, operation: "promptIndex.get", times: 2 }),
    rejected: { invalid_input: () => ({ kind: "hang", status: 503, times: 1, probability: 0.5 }) },
  },
  "faults/remove": {
    parameter: "id",
    argument: ({ faults }) => faults.add({ kind: "hang" }).id,
    rejected: { not_found: () => "fault_moon", invalid_input: () => "" },
  },
  "faults/list": { ...nothing, argument: ({ faults }) => void faults.add({ kind: "hang" }) },
  "faults/pending": { ...nothing, argument: ({ faults }) => void faults.add({ kind: "hang", probability: 0.5 }) },
  "faults/clear": { ...nothing, argument: ({ faults }) => void faults.add({ kind: "hang" }) },
  ...journalSamples,
  "deliveries/list": {
    async argument(...prepared) {
      const { kind, slug } = delivered(...prepared);
      return { kind, slug };
    },
    rejected: { invalid_input: () => ({ kind: "gossip" }), not_found: () => ({ after: "delivery_unknown" }) },
  },
  "deliveries/waitFor": {
    argument: delivered,
    rejected: {
      timeout: () => ({ timeout: 0 }),
      invalid_input: () => ({ timeout: 1e9 }),
      not_found: () => ({ after: "delivery_unknown" }),
    },
  },
  "deliveries/stats": { ...nothing, argument: (...prepared) => void delivered(...prepared) },
  "deliveries/clear": { ...nothing, argument: (...prepared) => void delivered(...prepared) },
} as const satisfies Samples;
