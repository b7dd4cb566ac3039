import { messageOf, sleep } from "@knowledge-base/internal";
import type { RunnableCase } from "../cases/all-cases.ts";
import type { ConformanceCase, Given, Need } from "../cases/case.ts";
import { RuleFindings } from "../cases/response-rules.ts";
import {
  type ConformanceCaseInfo,
  type ConformanceReport,
  type ConformanceResult,
  createExchange,
  showText,
} from "../report/report.ts";
import type { ControlName } from "../target/controls.ts";
import { readIndex } from "../target/prepare.ts";
import type { RecordName } from "../target/records.ts";
import { longestSetupMs, type Target } from "../target/target.ts";
import type { Connection } from "./connection.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { type RunState, Service } from "./service.ts";
import { localTimeMs, withinTime } from "./timing.ts";
import { CaseFailedError, NotCheckedError } from "./verdict.ts";

/** Status and message of a case, and the responses that the message is about. */
interface Verdict extends Pick<ConformanceResult, "status" | "message" | "missing"> {
  readonly responses?: readonly ReceivedResponse[];
}

const reportedResponses = 3;

/** A run of cases, one after the other. */
export class CasesRun {
  /** Set if the service stopped responding. */
  interruption: ConformanceReport["interruption"];
  readonly #state: RunState;
  readonly #rules: ReadonlyMap<string, RuleFindings>;
  #isChanged = true;

  constructor(cases: readonly RunnableCase[], connection: Connection, target: Target) {
    const rules = cases.flatMap(({ info, rule }) => (rule ? [[info.id, new RuleFindings(rule)] as const] : []));
    this.#rules = new Map(rules);
    const checkResponse = (response: ReceivedResponse) => {
      for (const findings of this.#rules.values()) findings.check(response);
    };
    this.#state = { connection, target, once: new Map(), checkResponse };
  }

  /** Runs a case, or concludes what a rule found out about the cases before. */
  async run({ info, run }: RunnableCase): Promise<ConformanceResult> {
    const startMs = localTimeMs();
    const { status, message, missing, responses = [] } = await this.#check(info, run);
    const { redact } = this.#state.connection;
    const exchanges = responses.slice(-reportedResponses).map(createExchange);
    return {
      ...info,
      status,
      message: showText(message, redact),
      durationMs: Math.max(0, localTimeMs() - startMs),
      ...(missing && { missing }),
      ...(exchanges.length > 0 && { exchanges }),
    };
  }

  async #check(info: ConformanceCaseInfo, run: ConformanceCase["run"] | undefined): Promise<Verdict> {
    const missing = findMissing(info.needs, this.#state.target);
    const findings = this.#rules.get(info.id);
    if (findings && !findings.isEmpty) return verdictOfRule(findings);
    if (missing.length > 0) return notChecked(`needs ${missing.join(", ")}`, missing);
    if (!run) return notChecked("no case got a response that this one checks");
    if (this.interruption) return notChecked("the run was interrupted before");
    const verdict = await this.#runAfterReset(info, run);
    // A case that doesn't need write sends GET requests only.
    this.#isChanged = info.needs.includes("write");
    if (verdict.status === "error") this.interruption = await this.#findInterruption(info.id);
    return verdict;
  }

  /** Restores the records, if the target can and a case may have changed them. */
  async reset(): Promise<void> {
    const { connection, target, once } = this.#state;
    if (!target.reset || !this.#isChanged) return;
    once.clear();
    await withinTime("reset", longestSetupMs, () => target.reset?.(), connection.signal).catch((error: unknown) => {
      throw new Error(`the records could not be reset: ${messageOf(error)}`);
    });
  }

  async #runAfterReset({ needs, level }: ConformanceCaseInfo, run: ConformanceCase["run"]): Promise<Verdict> {
    const service = new Service(this.#state, needs);
    try {
      await this.reset();
      await run(service, give(service, needs));
      return { status: "passed", message: "" };
    } catch (error) {
      const message = messageOf(error);
      if (error instanceof NotCheckedError) return notChecked(message, error.missing);
      const { responses } = service;
      if (!(error instanceof CaseFailedError))
        return { status: "error", message: `The case was not completed: ${message}`, responses };
      // The specification leaves a choice open, so no case about one fails: a rule reports what no response may be.
      return { status: level === "required" ? "failed" : "differs", message, responses };
    }
  }

  /** Returns why the run can't continue after a case that was not completed, or undefined if the service responds. */
  async #findInterruption(caseId: string): Promise<ConformanceReport["interruption"]> {
    const { connection } = this.#state;
    const probe = () => readIndex(this.#state, null);
    const problem =
      connection.interruption ??
      (await probe()
        .catch(() => sleep(secondChanceMs, connection.signal).then(probe))
        .then(() => undefined, messageOf));
    return problem === undefined ? undefined : { caseId, reason: showText(problem, connection.redact) };
  }
}

const secondChanceMs = 1_000;

function verdictOfRule(findings: RuleFindings): Verdict {
  const { message, responses } = findings.conclude();
  const shown = responses.slice(0, reportedResponses);
  return message === "" ? { status: "passed", message } : { status: "failed", message, responses: shown };
}

function notChecked(message: string, missing: readonly string[] = []): Verdict {
  return { status: "notChecked", message, ...(missing.length > 0 && { missing }) };
}

function findMissing(needs: readonly string[], { write, records = {}, controls = {} }: Target): string[] {
  return needs.filter((need) =>
    need === "write"
      ? !write
      : records[need as RecordName] === undefined && controls[need as ControlName] === undefined,
  );
}

/** Returns the ids and the controls that a case needs. */
function give(service: Service, needs: readonly string[]): Given<Need> {
  const named = needs.filter((need) => need !== "write");
  const given = named.map((need) => [need, service.known[need as RecordName] ?? service.control(need as ControlName)]);
  return Object.fromEntries(given) as Given<Need>;
}
