import { type Command, CommandError, print, toCommandError } from "@knowledge-base/command-line";
import { conformanceCases } from "../conformance-cases.ts";
import { createReportRedactor } from "../create-report-redactor.ts";
import { formatNeeds } from "../format-needs.ts";
import { formatSection } from "../format-section.ts";
import { TargetError } from "../target-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { flags, readSettings } from "./flags.ts";
import { notes } from "./notes.ts";
import { runSuite } from "./run-suite.ts";

/** The command `knowledge-base-conformance`. */
export const command: Command<typeof flags> = {
  name: "knowledge-base-conformance",
  flags,
  usage: "--base-url URL --api-key KEY [options]",
  summary: "Checks whether an implementation of the knowledge-base service conforms to its specification.",
  notes,
  failedExitCode: exitCodes.failed,
  async run(values) {
    if (values.list) {
      await print(formatCaseList());
      return exitCodes.conforms;
    }
    const settings = readSettings(values, process.env);
    const redact = createReportRedactor([settings.apiKey]);
    try {
      return await runSuite(settings, redact);
    } catch (error) {
      if (!(error instanceof TargetError)) throw toCommandError(error, exitCodes.failed, redact);
      const exitCode = error.code === "invalid_target" ? exitCodes.wrongUsage : exitCodes.unusable;
      throw new CommandError(exitCode, error.message, { cause: error });
    }
  },
};

function formatCaseList(): string {
  return conformanceCases
    .map(
      ({ id, title, section, level, needs }) =>
        `${id}\n  ${title} (${formatSection(section)}; ${level}; needs ${formatNeeds(needs) || "nothing"})`,
    )
    .join("\n");
}
