import { setImmediate } from "node:timers/promises";
import { type Clock, KnowledgeBase } from "@knowledge-base/sdk";
import type { Fault, ReferenceServer, ServerOrganization } from "@knowledge-base/server";
import { type RandomNumbers, randomNumbers } from "./random-numbers.ts";

/** The state of a run. */
interface Run {
  readonly kb: KnowledgeBase;
  readonly own: ServerOrganization;
  readonly random: RandomNumbers;
  readonly brainId: string;
  readonly installationId: string;
  readonly bindingIds: string[];
  readonly authorizationUrls: string[];
}

type Step = (run: Run) => unknown;

const slugs = ["a", "b", "c", "nowhere"] as const;
const changes = ["read", "pin", "unpin", "restore", "deprecate"] as const;
const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"] as const;

/** A stopped clock for a client, so that its errors do not depend on the speed of the machine. */
const timeless: Clock = {
  now: () => 0,
  after(delayMs, callback) {
    if (delayMs > 0) return () => {};
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  },
};

const address = ({ random, brainId }: Run) => ({ brainId, slug: random.pick(slugs) });
const bindingId = ({ random, bindingIds }: Run) => bindingIds[random.below(bindingIds.length + 1)] ?? "binding_none";

/** Waits for a response that never completes, and aborts as soon as the server has finished its part. */
async function giveUp(run: Run, fault: Fault): Promise<unknown> {
  const { kb, own, brainId } = run;
  own.faults.clear();
  own.faults.add(fault);
  const controller = new AbortController();
  const before = own.journal.entries().length;
  const call = kb.pages.archive({ brainId, slug: "b" }, { signal: controller.signal }).safe();
  if (fault.kind === "latency") await setImmediate();
  else while (own.journal.entries().length === before) await setImmediate();
  controller.abort("enough");
  return call;
}

function planFault({ own, random }: Run): unknown {
  const target = random.pick<Pick<Fault, "operation">>([
    {},
    { operation: "promptIndex.get" },
    { operation: "pages.archive" },
  ]);
  const often = random.pick<Pick<Fault, "times" | "probability">>([{}, { times: 2 }, { probability: 0.5 }]);
  const moment = { afterCommit: random.below(2) === 1 };
  return own.faults.add(
    random.pick<Fault>([
      { kind: "status", status: random.pick([429, 500, 503]), ...moment, ...target, ...often },
      { kind: "latency", latency: random.below(3), ...moment, ...target, ...often },
      { kind: "connection_reset", ...moment, ...target, ...often },
      { kind: "gateway_html", ...moment, ...target, ...often },
      { kind: "truncated_json", ...target, ...often },
    ]),
  );
}

function bindChannel({ own, brainId, installationId, bindingIds }: Run): unknown {
  const { id: channelId } = own.control.channels.create({ installationId, name: "channel" });
  const binding = own.control.bindings.create({ brainId, installationId, channelId });
  bindingIds.push(binding.id);
  return binding;
}

/** All actions in an organization. */
const steps: readonly [Step, ...Step[]] = [
  ({ kb, random, brainId }) => kb.promptIndex.get({ brainId, limit: 1 + random.below(3) }),
  ({ kb }) => kb.promptIndex.get({ brainId: "brain_of_another" }),
  ({ own }) => own.control.brains.update({ brainId: "brain_of_another", name: "Mine" }),
  (run) => run.kb.pages.archive(address(run)),
  ({ kb, brainId, installationId }) => kb.channels.list({ brainId, installationId }),
  (run) => {
    const { kb, random, brainId } = run;
    return kb.bindings.update({ brainId, bindingId: bindingId(run), [random.pick(flags)]: random.below(2) === 1 });
  },
  (run) => run.kb.bindings.unbind({ brainId: run.brainId, bindingId: bindingId(run) }),
  async ({ kb, brainId, authorizationUrls }) => {
    const started = await kb.oauth.start({ brainId });
    authorizationUrls.push(started.authorizationUrl);
    return started;
  },
  async ({ own, random, authorizationUrls }) => {
    const { oauth } = own.control;
    const authorizationUrl = authorizationUrls[random.below(authorizationUrls.length)] ?? "none";
    if (random.below(3) === 0) return oauth.deny({ authorizationUrl });
    const approved = await oauth.approve({ authorizationUrl });
    return [approved, await oauth.confirm(approved)];
  },
  ({ own, random, brainId }) => own.control.pages.create({ brainId, title: random.pick(slugs), body: "[[a]]" }),
  (run) => run.own.control.pages.edit({ ...address(run), title: `Title ${run.random.below(100)}` }),
  (run) => run.own.control.pages.compile({ ...address(run), summary: "Compiled" }),
  (run) => run.own.control.pages[run.random.pick(changes)](address(run)),
  bindChannel,
  ({ own, brainId }) => own.control.brains.sendDailyBrief({ brainId }),
  ({ own, brainId }) => own.control.brains.reportConnection({ brainId, slugs: ["a", "b"] }),
  async ({ own, brainId }) => {
    const after = own.deliveries.list().at(-1)?.id;
    const delivery = own.deliveries.waitFor({ kind: "brief", after, timeout: 0 }).catch(String);
    own.control.brains.sendDailyBrief({ brainId });
    return delivery;
  },
  planFault,
  planFault,
  ({ own }) => [own.faults.list(), own.faults.pending()],
  ({ own }) => own.faults.clear(),
  (run) => giveUp(run, { kind: "hang", afterCommit: run.random.below(2) === 1 }),
  (run) => giveUp(run, { kind: "stalled_body" }),
  (run) => giveUp(run, { kind: "latency", latency: 60_000 }),
  ({ own, random }) => own.clock.freeze(random.below(1_000_000)),
  ({ own, random }) => own.clock.set(1e12 + random.below(1_000_000)),
  ({ own, random }) => own.clock.advance(random.below(1_000_000)),
  ({ own }) => own.clock.resume(),
  ({ own, random }) => own.journal.entries({ reason: random.pick(["success", "fault", "not_found", "abandoned"]) }),
  ({ own, random }) => random.below(4) === 0 && own.journal.clear(),
  ({ own }) => own.snapshot(),
];

async function outcomeOf(step: Step, run: Run): Promise<unknown> {
  try {
    return await step(run);
  } catch (error) {
    return { thrown: String(error), ...(error as object) };
  }
}

/** Settings of a run. */
export interface RunOptions {
  readonly organizationId: string;
  /** Seed of the actions and their order. */
  readonly seed: number;
  readonly steps: number;
  /** Waits between the steps, so that other runs interleave. */
  readonly rest?: () => Promise<void>;
}

/** Performs random actions in its own organization, with the real client, and returns their results as text. */
export async function runIn(server: ReferenceServer, options: RunOptions): Promise<string> {
  const { organizationId, seed, steps: count, rest = async () => {} } = options;
  const organization = server.control.organizations.create({ id: organizationId });
  const { apiKey } = organization;
  const own = server.organization(organizationId);
  const { id: brainId } = own.control.brains.create();
  for (const slug of ["a", "b", "c"]) own.control.pages.create({ brainId, slug, title: slug, body: "Text" });
  const { id: installationId } = own.control.installations.create();
  const run: Run = {
    kb: new KnowledgeBase({
      baseUrl: server.baseUrl,
      apiKey,
      fetch: server.fetch,
      random: () => 0,
      clock: timeless,
      logLevel: "off",
    }),
    own,
    random: randomNumbers(seed),
    brainId,
    installationId,
    bindingIds: [],
    authorizationUrls: [],
  };
  const seen: unknown[] = [organization, brainId, installationId, bindChannel(run), bindChannel(run)];
  for (let step = 0; step < count; step += 1) {
    await rest();
    const index = run.random.below(steps.length);
    seen.push([index, await outcomeOf(steps[index] ?? steps[0], run)]);
  }
  seen.push(own.journal.entries(), own.deliveries.list(), own.faults.list(), own.clock.now(), own.snapshot());
  return seen.map((one) => JSON.stringify(one)).join("\n");
}
