/** The flags of the command, in the order in which the help shows them. */
export const flags = {
  "base-url": { type: "string", value: "URL", text: "base URL of the service (or KNOWLEDGE_BASE_URL)" },
  "api-key": {
    type: "string",
    value: "KEY",
    text: "a valid API key (or KNOWLEDGE_BASE_API_KEY, which other users of the machine do not see)",
  },
  records: { type: "string", value: "FILE", text: "a JSON file with the ids of records that exist, see below" },
  write: { type: "boolean", text: "send requests that change those records; without it nothing is changed" },
  only: { type: "string", value: "TEXT", text: "run the cases whose id contains the text, such as promptIndex.get/" },
  timeout: { type: "string", value: "MS", text: "milliseconds within which each answer must come (default 30000)" },
  json: { type: "string", value: "FILE", text: "write the report as JSON; - is the standard output" },
  junit: { type: "string", value: "FILE", text: "write the report as JUnit XML; - is the standard output" },
  list: { type: "boolean", text: "list the cases and run none" },
  help: { type: "boolean", short: "h", text: "print this help" },
  version: { type: "boolean", text: "print the version" },
} as const;

const width = 22;

/** The help of the command. */
export function help(): string {
  const lines = Object.entries(flags).map(([name, flag]) => {
    const value = "value" in flag ? ` ${flag.value}` : "";
    const short = "short" in flag ? `-${flag.short}, ` : "";
    return `  ${`${short}--${name}${value}`.padEnd(width)} ${flag.text}`;
  });
  return `Usage: knowledge-base-conformance --base-url URL --api-key KEY [options]

Checks whether a service does what the specification of the knowledge-base service says.

${lines.join("\n")}

The records file says what exists. Every field is optional; what needs one that is missing is
listed as not checked:

  {
    "brainId": "a brain of the key's organization",
    "slug": "a page that its prompt index shows; --write archives it",
    "archivedSlug": "an archived page of the brain",
    "deprecatedSlug": "a deprecated page of the brain",
    "installationId": "an installation",
    "bindingId": "an active binding of the brain; --write changes its flags, and removes it in the end",
    "secondBindingId": "another binding of the brain, which stays",
    "foreignBrainId": "a brain of another organization",
    "foreignSlug": "a page of that brain; --write tries to archive it",
    "foreignInstallationId": "an installation of that organization",
    "foreignBindingId": "a binding of that brain; --write tries to remove it"
  }

Where the specification is silent, a case is a choice of this project: a service that chooses
otherwise is told so, and does not fail.

Exit codes: 0 something passed and nothing failed, 1 something failed or nothing was checked,
2 wrong usage, 3 a file, 4 nothing answers, 5 broken.
`;
}
