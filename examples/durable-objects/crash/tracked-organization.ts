import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { KnowledgeBase } from "@knowledge-base/sdk";
import type { ApprovedAuthorization } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { bindingId, brainId, createSeed, describeRecords, type ExpectedRecords } from "./expected-records.ts";

/** A request, and what it changes. */
interface Step {
  readonly send: () => Promise<unknown>;
  readonly change: Partial<ExpectedRecords>;
}

/** A request that was in flight when the runtime was killed. */
class Interrupted extends Error {}

/** Sends requests for one organization, one after the other, and remembers the effects of those that were acknowledged. */
export class TrackedOrganization {
  readonly id: string;
  readonly #server: ReturnType<ConnectedServer["organization"]>;
  readonly #kb: KnowledgeBase;
  #expected: ExpectedRecords;
  /** Expected records if the interrupted request was executed. */
  #uncertain: Partial<ExpectedRecords> | undefined;
  #approved: { readonly callback: ApprovedAuthorization; readonly teamName: string } | undefined;
  #used: ApprovedAuthorization | undefined;
  /** Ids of installations by the names of their teams. */
  #installations = new Map<string, string>();
  acknowledged = 0;
  /** Codes of the errors of interrupted requests. */
  readonly errorCodes: string[] = [];

  private constructor(id: string, server: ConnectedServer, apiKey: string, expected: ExpectedRecords) {
    this.id = id;
    this.#server = server.organization(id);
    this.#kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey, retries: 0 });
    this.#expected = expected;
  }

  static async create(id: string, server: ConnectedServer, rounds: number): Promise<TrackedOrganization> {
    const { apiKey } = await server.control.organizations.create({ id, seed: createSeed(id, rounds) });
    const expected = describeRecords(await server.organization(id).snapshot());
    return new TrackedOrganization(id, server, apiKey, expected);
  }

  /** Sends the requests of one round. Returns false if the runtime was killed meanwhile. */
  async act(round: number): Promise<boolean> {
    try {
      await this.#archivePage(round);
      await this.#switchBinding(round % 2 === 0);
      await this.#createNote(round);
      await this.#reuseState();
      await this.#confirm();
      await this.#uninstall(round - 2);
      await this.#approve(round);
      return true;
    } catch (error) {
      if (error instanceof Interrupted) return false;
      throw error;
    }
  }

  /** Returns the milliseconds until the prompt index is received. */
  async readIndex(): Promise<number> {
    const start = performance.now();
    const entries = await this.#kb.promptIndex.get({ brainId, limit: 500 });
    const duration = performance.now() - start;
    for (const { title } of entries) assert(title.endsWith(` of ${this.id}`), `${this.id} has a page ${title}`);
    return duration;
  }

  /** Checks that nothing was lost or mixed. Returns whether an interrupted request took effect, if there was one. */
  async verify(): Promise<boolean | undefined> {
    const state = await this.#server.snapshot();
    const actual = describeRecords(state);
    const uncertain = this.#uncertain;
    const tookEffect = uncertain && isDeepStrictEqual(actual, { ...this.#expected, ...uncertain });
    if (!tookEffect) assert.deepEqual(actual, this.#expected, `the records of ${this.id}`);
    // A request that would have changed nothing is not counted.
    const isVisible = uncertain && Object.keys(uncertain).length > 0;
    this.#expected = actual;
    this.#uncertain = undefined;
    this.#installations = new Map(state.installations.map(({ teamName, id }) => [teamName, id]));
    return isVisible ? tookEffect : undefined;
  }

  #archivePage(round: number): Promise<void> {
    const pages = { ...this.#expected.pages, [`Page ${round} of ${this.id}`]: "archived" };
    return this.#send({ send: () => this.#kb.pages.archive({ brainId, slug: `page-${round}` }), change: { pages } });
  }

  #switchBinding(notifyBriefs: boolean): Promise<void> {
    const send = () => this.#kb.bindings.update({ brainId, bindingId, notifyBriefs });
    return this.#send({ send, change: { notifyBriefs } });
  }

  #createNote(round: number): Promise<void> {
    const title = `Note ${round} of ${this.id}`;
    const pages = { ...this.#expected.pages, [title]: "active" };
    return this.#send({ send: () => this.#server.control.pages.create({ brainId, title }), change: { pages } });
  }

  /** Starts and approves an authorization, which a later round confirms. */
  async #approve(round: number): Promise<void> {
    const teamName = `Team ${round} of ${this.id}`;
    const send = async () => {
      const started = await this.#kb.oauth.start({ brainId });
      const callback = await this.#server.control.oauth.approve({ ...started, teamName });
      this.#approved = { callback, teamName };
    };
    await this.#send({ send, change: {} });
  }

  /** Confirms the authorization of an earlier round: this adds an installation with two channels. */
  async #confirm(): Promise<void> {
    if (!this.#approved) return;
    const { callback, teamName } = this.#approved;
    // Its confirmation was interrupted, but took effect.
    if (!(teamName in this.#expected.teams)) {
      const teams = { ...this.#expected.teams, [teamName]: ["general", "random"] };
      const send = async () => {
        const { id } = await this.#server.control.oauth.confirm(callback);
        this.#installations.set(teamName, id);
      };
      await this.#send({ send, change: { teams } });
    }
    this.#used = callback;
    this.#approved = undefined;
  }

  /** Checks that a state which was used, perhaps before the runtime was killed, cannot be used again. */
  async #reuseState(): Promise<void> {
    const used = this.#used;
    if (!used) return;
    const send = () =>
      this.#server.control.oauth.confirm(used).then(
        () => assert.fail(`${this.id} accepted a state twice`),
        (error) => {
          if (error.code !== "oauth_used_state") throw error;
        },
      );
    await this.#send({ send, change: {} });
  }

  /** Uninstalls the bot from a team: this deletes an installation and its channels. */
  async #uninstall(round: number): Promise<void> {
    const teamName = `Team ${round} of ${this.id}`;
    const installationId = this.#installations.get(teamName);
    if (installationId === undefined || !(teamName in this.#expected.teams)) return;
    const { [teamName]: _, ...teams } = this.#expected.teams;
    await this.#send({
      send: () => this.#server.control.installations.uninstall({ installationId }),
      change: { teams },
    });
  }

  async #send({ send, change }: Step): Promise<void> {
    try {
      await send();
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code !== "connection" && code !== "unreachable") throw error;
      this.errorCodes.push(code);
      this.#uncertain = change;
      throw new Interrupted();
    }
    this.#expected = { ...this.#expected, ...change };
    this.acknowledged += 1;
  }
}
