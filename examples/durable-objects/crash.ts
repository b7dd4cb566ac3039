import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { KnowledgeBase } from "@knowledge-base/sdk";
import type { StateInput } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { controlToken, startRuntime } from "./runtime.ts";

// Kills workerd again and again while organizations are in use: by turns after all responses, and while requests are in flight.
// After each start, every organization must have exactly the records that its acknowledged requests made.

const { values } = parseArgs({
  options: { organizations: { type: "string", default: "200" }, kills: { type: "string", default: "20" } },
});
const count = Number(values.organizations);
const kills = Number(values.kills);
const [brainId, bindingId, installationId, channelId] = ["brain", "binding", "installation", "channel"];

// What the requests change: titles of pages with their status, the flag of the binding, and the connected teams.
interface Records {
  readonly pages: Readonly<Record<string, string>>;
  readonly notifyBriefs: boolean;
  readonly teams: readonly string[];
}

// Sends requests for one organization, one after the other, and remembers what the acknowledged requests changed.
class Organization {
  readonly #id: string;
  readonly #server: ReturnType<ConnectedServer["organization"]>;
  readonly #kb: KnowledgeBase;
  #expected: Records = { pages: {}, notifyBriefs: true, teams: [] };
  // The records if the request in flight takes effect.
  #possible: Records | undefined;
  acknowledged = 0;
  tookEffect = 0;
  hadNoEffect = 0;

  private constructor(id: string, server: ConnectedServer, apiKey: string) {
    this.#id = id;
    this.#server = server.organization(id);
    this.#kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey, retries: 0, timeout: 60_000 });
  }

  static async create(id: string, server: ConnectedServer): Promise<Organization> {
    const seed: StateInput = {
      version: 1,
      organizations: [{ id }],
      brains: [{ id: brainId, organizationId: id }],
      installations: [{ id: installationId, organizationId: id, teamName: `Team of ${id}` }],
      channels: [{ installationId, id: channelId, name: "general" }],
      bindings: [{ id: bindingId, brainId, installationId, channelId }],
    };
    const { apiKey } = await server.control.organizations.create({ id, seed });
    const organization = new Organization(id, server, apiKey);
    organization.#expected = await organization.#read();
    return organization;
  }

  // Ends early when the runtime is killed.
  async act(round: number): Promise<void> {
    const title = `Page ${round} of ${this.#id}`;
    const teamName = `Team ${round} of ${this.#id}`;
    const { control } = this.#server;
    const pageWith = (status: string) => ({ pages: { ...this.#expected.pages, [title]: status } });
    let slug = "";
    try {
      await this.#send(pageWith("active"), async () => {
        slug = (await control.pages.create({ brainId, title })).slug;
      });
      await this.#send(pageWith("archived"), () => this.#kb.pages.archive({ brainId, slug }));
      const notifyBriefs = !this.#expected.notifyBriefs;
      await this.#send({ notifyBriefs }, () => this.#kb.bindings.update({ brainId, bindingId, notifyBriefs }));
      const started = await this.#kb.oauth.start({ brainId });
      const callback = await control.oauth.approve({ ...started, teamName });
      const teams = [...this.#expected.teams, teamName];
      await this.#send({ teams }, () => control.oauth.confirm(callback));
      // A callback can't be confirmed twice, even after the runtime was killed.
      await assert.rejects(control.oauth.confirm(callback), ({ code }) => {
        if (code === "unreachable") throw Object.assign(new Error("killed"), { code });
        return code === "oauth_used_state";
      });
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code !== "connection" && code !== "unreachable") throw error;
    }
  }

  async verify(): Promise<void> {
    const actual = await this.#read();
    const tookEffect = this.#possible !== undefined && isDeepStrictEqual(actual, this.#possible);
    if (!tookEffect) assert.deepEqual(actual, this.#expected, `the records of ${this.#id}`);
    if (tookEffect) this.tookEffect += 1;
    else if (this.#possible) this.hadNoEffect += 1;
    this.#expected = actual;
    this.#possible = undefined;
  }

  async #send(change: Partial<Records>, send: () => Promise<unknown>): Promise<void> {
    this.#possible = { ...this.#expected, ...change };
    await send();
    this.#expected = this.#possible;
    this.#possible = undefined;
    this.acknowledged += 1;
  }

  async #read(): Promise<Records> {
    const { pages, bindings, installations } = await this.#server.snapshot();
    return {
      pages: Object.fromEntries(pages.map(({ title, status }) => [title, status])),
      notifyBriefs: bindings.some((binding) => binding.notifyBriefs),
      teams: installations.map(({ teamName }) => teamName),
    };
  }
}

const folder = await mkdtemp(join(tmpdir(), "durable-objects-"));
let runtime = await startRuntime(folder);
try {
  const server = await connect(runtime.url, { token: controlToken });
  const ids = Array.from({ length: count }, (_, index) => `org_${index + 1}`);
  const organizations = await Promise.all(ids.map((id) => Organization.create(id, server)));
  let roundMs = 0;
  for (let round = 1; round <= kills; round += 1) {
    const start = performance.now();
    const acting = Promise.all(organizations.map((organization) => organization.act(round)));
    if (round % 2 === 0) {
      await Promise.race([acting, delay(Math.random() * roundMs)]);
    } else {
      await acting;
      roundMs = performance.now() - start;
    }
    await runtime.kill();
    await acting;
    runtime = await startRuntime(folder, runtime.port);
    await Promise.all(organizations.map((organization) => organization.verify()));
  }
  const sum = (field: "acknowledged" | "tookEffect" | "hadNoEffect") =>
    organizations.reduce((total, organization) => total + organization[field], 0);
  console.log(`${count} organizations in parallel, workerd killed ${kills} times
  acknowledged changes   ${sum("acknowledged")}, none lost, none mixed up
  changes in flight      ${sum("tookEffect")} took effect completely, ${sum("hadNoEffect")} not at all`);
} finally {
  await runtime.kill();
  await rm(folder, { recursive: true });
}
