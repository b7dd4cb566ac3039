/**
 * What several packages of this repository share and no user needs. Bundled into each of them and never published, so no public
 * type is declared here.
 *
 * @module
 */

export type { ReadBytes } from "./bytes.ts";
export { readBytes } from "./bytes.ts";
export { controlHeader, requestControl } from "./control-request.ts";
export { createMark } from "./create-mark.ts";
export {
  controlCharacters,
  disruptiveCharacters,
  escapeControlCharacters,
  escapeInvisible,
  escapeXml,
  invisibleCharacters,
  quoteForShell,
  writeCurlCommand,
} from "./escaping.ts";
export { explainOutcome } from "./explain-outcome.ts";
export { createHostCheck, isHostName, isInsecureUrl, isLoopbackHost, parseHost } from "./hosts.ts";
export {
  bodylessStatuses,
  connectionHeader,
  headerName,
  readBearer,
  redirectStatuses,
} from "./http.ts";
export type { Fields } from "./json.ts";
export { fieldsOf, isObject, parseJson } from "./json.ts";
export type { OptionRule, OptionRules } from "./options.ts";
export {
  anyRule,
  booleanRule,
  checkOptions,
  failTo,
  functionRule,
  nonEmptyTextRule,
  oneOfRule,
  secretRule,
  textRule,
  wholeNumberRule,
} from "./options.ts";
export { readRetryAfter } from "./retry-after.ts";
export type { Redact } from "./secrets.ts";
export {
  createRedactor,
  isEqualInConstantTime,
  isVisibleAscii,
  redactionPlaceholder,
  redactJson,
} from "./secrets.ts";
export { maxTimerMs, sleep } from "./sleep.ts";
export { findClosestName, suggestName } from "./suggest-name.ts";
export {
  asTask,
  cutText,
  deniedText,
  describeOperation,
  detach,
  endSentence,
  formatProblems,
  messageOf,
  showName,
  showValue,
  sliceText,
  withoutFullStop,
} from "./texts.ts";
export { toStandardSchema } from "./to-standard-schema.ts";
export {
  parseBaseUrl,
  parseHttpUrl,
  parseUrl,
  pathParamNames,
  replacePathParams,
  trimSlashes,
  writePath,
  writeQuery,
} from "./url.ts";
