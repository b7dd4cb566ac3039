import { sleep } from "@knowledge-base/internal/sleep";
import { messageOf } from "@knowledge-base/internal/texts";
import type { CaseInfo, NamedCase, NamedRule } from "../cases/all-cases.ts";
import type { Given, Need } from "../cases/case.ts";
import type { ResponseRule } from "../cases/response-rules.ts";
import { type ConformanceReport, type ConformanceResult, createExchange, showText } from "../report/report.ts";
import { isControlName } from "../target/controls.ts";
import type { ObservedResponse } from "./observed-response.ts";
import type { Sender } from "./sender.ts";
import { Service } from "./service.ts";
import { localTimeMs } from "./timing.ts";
import { CaseFailedError, NotCheckedError, RunInterruptedError } from "./verdict.ts";

interface CaseOutcome extends Pick<ConformanceResult, "status" | "message" | "missing"> {
  readonly responses?: readonly ObservedResponse[];
}

const maxReportedResponses = 3;

/** Runs cases one after the other: each after what it needs was found, and the records were reset. */
export class CasesRun {
  /** Set if the run ended early: the service stopped responding, asks to wait too long, or the caller aborted. */
  interruption: ConformanceReport["interruption"];
  readonly #sender: Sender;
  readonly #service: Service;
  #isChanged = true;

  constructor(sender: Sender) {
    this.#sender = sender;
    this.#service = new Service(sender);
  }

  /** Runs a case on records as the target has them, unless it needs something that the target lacks. */
  async runCase({ info, run }: NamedCase): Promise<ConformanceResult> {
    const startMs = localTimeMs();
    const interrupted = this.interruption && notChecked("the run was interrupted before");
    const unchecked = this.#findMissing(info) ?? interrupted;
    const outcome = unchecked ?? (await this.#runAfterReset(info, () => run(this.#service, this.#give(info.needs))));
    return this.#createResult(info, startMs, outcome);
  }

  /** Checks the responses of the cases before by a rule. */
  applyRule({ info, rule }: NamedRule): ConformanceResult {
    const startMs = localTimeMs();
    const checked = this.#service.responses.filter(rule.appliesTo);
    const unchecked = () => this.#findMissing(info) ?? notChecked("no case got a response that this one checks");
    return this.#createResult(info, startMs, checked.length === 0 ? unchecked() : judge(rule, checked));
  }

  #createResult(info: CaseInfo, startMs: number, outcome: CaseOutcome): ConformanceResult {
    const { status, message, missing, responses = [] } = outcome;
    const exchanges = responses.slice(-maxReportedResponses).map(createExchange);
    return {
      ...info,
      status,
      message: showText(message, this.#sender.redact),
      duration: Math.max(0, localTimeMs() - startMs),
      ...(missing && { missing }),
      ...(exchanges.length > 0 && { exchanges }),
    };
  }

  #findMissing({ needs }: CaseInfo): CaseOutcome | undefined {
    const missing = needs.filter((need) => !this.#find(need));
    return missing.length === 0 ? undefined : notChecked(`needs ${missing.join(", ")}`, missing);
  }

  #give(needs: readonly Need[]): Given<Need> {
    const named = needs.filter((need) => need !== "write");
    return Object.fromEntries(named.map((need) => [need, this.#find(need)])) as Given<Need>;
  }

  #find(need: Need): unknown {
    if (need === "write") return this.#sender.target.write;
    return isControlName(need) ? this.#service.control(need) : this.#service.records[need];
  }

  /** Restores the records, if a case may have changed them. */
  async reset(): Promise<void> {
    if (this.#isChanged) await this.#service.reset();
    this.#isChanged = false;
  }

  async #runAfterReset({ id, level, needs }: CaseInfo, run: () => Promise<unknown>): Promise<CaseOutcome> {
    const service = this.#service;
    const { length: before } = service.responses;
    try {
      await this.reset();
      // Cases that don't need write send GET requests only.
      this.#isChanged = needs.includes("write");
      await run();
      return { status: "passed", message: "" };
    } catch (error) {
      const message = messageOf(error);
      if (error instanceof NotCheckedError) return notChecked(message, error.missing);
      const responses = service.responses.slice(before);
      if (!(error instanceof CaseFailedError)) {
        this.interruption = await this.#findInterruption(id, error);
        return { status: "error", message: `The case was not completed: ${message}`, responses };
      }
      // Whatever the service does about a choice, the specification permits it. If the response isn't a documented one at all, a rule
      // fails.
      return { status: level === "required" ? "failed" : "differs", message, responses };
    }
  }

  async #findInterruption(caseId: string, error: unknown): Promise<ConformanceReport["interruption"]> {
    const { signal, redact } = this.#sender;
    const probe = async () => (await this.#service.probe(null)).requireAvailable();
    const findProblem = () =>
      probe()
        .catch(() => sleep(secondChanceMs, signal).then(probe))
        .then(() => undefined, messageOf);
    const problem = error instanceof RunInterruptedError ? error.message : await findProblem();
    return problem === undefined ? undefined : { caseId, reason: showText(problem, redact) };
  }
}

const secondChanceMs = 1000;

const maxShownProblems = 5;

function judge({ findProblem }: ResponseRule, checked: readonly ObservedResponse[]): CaseOutcome {
  const problems = [...Map.groupBy(checked, findProblem)].flatMap(([problem, [first, ...more]]) => {
    if (problem === undefined || !first) return [];
    const others = more.length === 0 ? "" : ` (and ${more.length} more of ${checked.length} responses)`;
    return { first, description: first.describe(problem) + others };
  });
  if (problems.length === 0) return { status: "passed", message: "" };
  const shown = problems.slice(0, maxShownProblems).map(({ description }) => description);
  const omitted = problems.length - shown.length;
  const message = [...shown, ...(omitted > 0 ? [`${omitted} more problems`] : [])].join("; ");
  return { status: "failed", message, responses: problems.slice(0, maxReportedResponses).map(({ first }) => first) };
}

function notChecked(message: string, missing: readonly string[] = []): CaseOutcome {
  return { status: "notChecked", message, ...(missing.length > 0 && { missing }) };
}
