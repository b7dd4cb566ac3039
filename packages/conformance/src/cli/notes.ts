import { recordDescriptions } from "../target-records.ts";

const records = Object.entries(recordDescriptions)
  .map(([name, description]) => `    "${name}": "${description}"`)
  .join(",\n");

/** Text of the help below the flags. */
export const notes = `The records file has the ids of records that exist. Every field is optional; a case that needs a missing one is
listed as not checked:

  {
${records}
  }

The module of --setup is a file, or a module of a package. It exports a function setup, which receives
the base URL and the API key, creates records, and returns { records, controls, reset, remove }. For the
reference server: --setup @knowledge-base/conformance/reference-server.

The file of --expect has an entry for each case that is known to deviate:

  { "promptIndex.get/404": { "status": "failed", "reason": "fixed in the next release" } }

A case is required if the specification states the behavior, and a choice if it leaves the behavior
open: a service that differs from a choice does not fail, and the report lists the difference.

If the service limits the rate of requests (429, or 503 with Retry-After), the run waits as long as
requested, at most 10 minutes in total.

Exit codes: 0 at least one case passed and none failed, except for known deviations, 1 a case failed or
could not complete, or too few were checked, 2 wrong usage, 3 a file cannot be read or written,
4 the base URL, the API key or the brain is wrong, or the setup failed, 5 a bug, 6 the service stopped
responding, 7 the records of the setup could not be removed, 130 Ctrl-C, 143 SIGTERM.`;
