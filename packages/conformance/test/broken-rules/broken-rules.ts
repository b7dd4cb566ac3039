import { brokenBindings } from "./broken-bindings.ts";
import { brokenPages } from "./broken-pages.ts";
import { brokenResponses } from "./broken-responses.ts";
import type { BrokenRule } from "./broken-rule.ts";

/** The rules that `find-broken-rules.ts` breaks, one at a time. */
export const brokenRules: readonly BrokenRule[] = [
  {
    name: "a request without a valid key is taken for the first organization's",
    file: "http/request-handler.ts",
    edits: [
      `(request.header("x-api-key") ?? "")`,
      `(request.header("x-api-key") ?? "") ?? [...serverState.store.apiKeys.values()][0]`,
    ],
    foundBy: "promptIndex.get/401",
  },
  {
    name: "input is validated before the key is looked at",
    file: "http/request-handler.ts",
    edits: [
      "if (!caller) throw new HttpError(401, describeKeyProblem(request));",
      "",
      "return { route, caller, input };",
      "if (!caller) throw new HttpError(401, describeKeyProblem(request)); return { route, caller, input };",
    ],
    foundBy: "authentication/before-validation",
  },
  {
    name: "a key reads the brains of all organizations",
    file: "http/request-handler.ts",
    edits: [
      "apiKey && serverState.organization(apiKey.organizationId)",
      `apiKey && serverState.organization(request.path.includes("brain_recipes") ? "org_alder_street" : apiKey.organizationId)`,
    ],
    foundBy: "organizations/foreign-brain",
  },
  {
    name: "the path of an error has its query",
    file: "http/request-handler.ts",
    edits: [
      "toErrorResponse(error, request.requestedPath, receivedAt)",
      "toErrorResponse(error, [request.path, request.query].join('?'), receivedAt)",
    ],
    foundBy: "errors/path-without-query",
  },
  {
    name: "errors have no timestamp",
    file: "http/error-response.ts",
    edits: ["    timestamp,\n    path,", "    path,"],
    foundBy: "errors/documented-body",
  },
  {
    name: "a malformed value is let through",
    file: "http/parse-input.ts",
    edits: [
      "messages.push(...validation.issues.map((issue) => formatIssue(describeText(issue, schema, value), part)));",
      "return value;",
    ],
    foundBy: "bindings.update/400",
  },
  {
    name: "an unknown brain has an empty index",
    file: "operations/prompt-index-get.ts",
    edits: [`fail.notFound("Brain");`, "{ pages: { top: () => [] } };"],
    foundBy: "promptIndex.get/404",
  },
  {
    name: "pinned pages have no advantage",
    file: "store/prompt-index-order.ts",
    edits: ["Number(right.pinned) - Number(left.pinned) ||", ""],
    foundBy: "promptIndex.get/pinned-first",
  },
  {
    name: "archived pages stay in the index",
    file: "choices.ts",
    edits: [`archived: "hidden"`, "archived: 2"],
    foundBy: "pages.archive/hidden-from-index",
  },
  {
    name: "deprecated pages are in the index",
    file: "choices.ts",
    edits: [`deprecated: "hidden"`, "deprecated: 2"],
    foundBy: "promptIndex.get/deprecated-page",
  },
  {
    name: "summaries are not cut",
    file: "operations/prompt-index-get.ts",
    edits: ["summary: truncate(summary, limits.indexSummaryLength)", "summary"],
    foundBy: "promptIndex.get/summary-length",
  },
  {
    name: "summaries are cut in the midst of a character",
    file: "truncate.ts",
    edits: [`.replace(highSurrogate, "")`, ""],
    foundBy: "promptIndex.get/summary-length",
  },
  {
    name: "the limit is ignored",
    file: "operations/prompt-index-get.ts",
    edits: ["top(input.query.limit ?? defaultLimit)", "top(defaultLimit)"],
    foundBy: "promptIndex.get/limit",
  },
  {
    name: "a flag that is left out is switched off",
    file: "store/update-binding-flags.ts",
    edits: ["flags.notifyConnections ?? binding.notifyConnections", "flags.notifyConnections ?? false"],
    foundBy: "bindings.update/success",
  },
  {
    name: "channels are notified whatever their flags say",
    file: "deliveries/notify.ts",
    edits: ["else if (!binding[flag])", "else if (flag === undefined)"],
    foundBy: "bindings.update/notifications",
  },
  {
    name: "archiving loses the title",
    file: "operations/pages-archive.ts",
    edits: ["      ...choices.archivedPage,", `      ...choices.archivedPage, title: "",`],
    foundBy: "pages.archive/content-kept",
  },
  {
    name: "unbinding one channel unbinds them all",
    file: "operations/bindings-unbind.ts",
    edits: ["return { disconnected: true };", "brain.bindings.clear(); return { disconnected: true };"],
    foundBy: "bindings.unbind/unaffected",
  },
  {
    name: "unbinding removes nothing",
    file: "operations/bindings-unbind.ts",
    edits: ['store.delete({ array: "bindings"', 'Object({ array: "bindings"'],
    foundBy: "bindings.unbind/success",
  },
  {
    name: "the signature of an OAuth state is not verified",
    file: "oauth/signed-state.ts",
    edits: [
      `if (!(await crypto.subtle.verify("HMAC", await key(), signatureBytes, encode(content)))) return "tampered";`,
      "",
    ],
    foundBy: "oauth.start/signed",
  },
  {
    name: "an OAuth state never expires",
    file: "control/verify-authorization.ts",
    edits: ["organization.clock.now() >= parseTimestamp(expiresAt)", "parseTimestamp(expiresAt) === 0"],
    foundBy: "oauth.start/expires",
  },
  {
    name: "an OAuth state can be used again",
    file: "control/oauth.ts",
    edits: [`organization.authorizations.set(state, { status: "confirmed" });`, ""],
    foundBy: "oauth.start/single-use",
  },
  ...brokenPages,
  ...brokenBindings,
  ...brokenResponses,
];
