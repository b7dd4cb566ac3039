import { recordDescriptions } from "../target-records.ts";

const records = Object.entries(recordDescriptions)
  .map(([name, description]) => `    "${name}": "${description}"`)
  .join(",\n");

/** Text of the help below the flags. */
export const notes = `The file of --records has the ids of records that exist. You may leave out any field. Cases that need it
are then not checked:

  {
${records}
  }

The module of --setup is a file, or a module of a package. It exports a function setup, which receives
the base URL and the API key, creates records, and returns { records, controls, reset, remove }. For the
reference server: --setup @knowledge-base/conformance/reference-server.

The file of --expect has an entry for each case that is known to deviate:

  { "promptIndex.get/404": { "status": "failed", "reason": "fixed in the next release" } }

A case is required if the specification states the behavior, and a choice if it leaves the behavior
open. If the service differs from a choice, the report lists the difference, but it is not a failure.

If the service limits the rate of requests (429, or 503 with Retry-After), the run waits as long as
requested, at most 10 minutes in total.

Exit codes:
  0    at least one case passed and none failed, except for known deviations
  1    a case failed or was not completed, or too few cases were checked
  2    a flag or a variable is wrong
  3    a file cannot be read or written, or the module of --setup cannot be loaded
  4    the base URL, the API key or the brain is wrong, or the setup failed
  5    a bug in the command
  6    the service stopped responding during the run
  7    the records of the setup could not be removed
  130  the run was stopped by Ctrl-C
  143  the run was stopped by SIGTERM`;
