import { isInsecureUrl } from "@knowledge-base/internal/hosts";
import { parseBaseUrl, trimSlashes } from "@knowledge-base/internal/url";
import { readEnvironment } from "../environment.ts";
import { throwConfigurationError } from "../errors/failure.ts";
import type { ClientOptions } from "./client-options.ts";

const baseUrlVariable = "KNOWLEDGE_BASE_URL";

/** Reads the base URL of a client without the option: a program may set the variable after it has created the client. */
export function readBaseUrlOfEnvironment({ allowInsecureHttp }: Pick<ClientOptions, "allowInsecureHttp">): string {
  const variable = readEnvironment(baseUrlVariable);
  if (variable === undefined) throwConfigurationError(`there is no base URL. Set baseUrl or ${baseUrlVariable}.`);
  return checkBaseUrl(variable, allowInsecureHttp, baseUrlVariable);
}

/**
 * Checks that the key may be sent to a base URL, and returns its origin and its path, without a slash at the end.
 *
 * @param name - name of the option or of the environment variable, for messages
 */
export function checkBaseUrl(value: string | URL, allowInsecureHttp: boolean | undefined, name = "baseUrl"): string {
  const url = parseBaseUrl(value);
  if (typeof url === "string") throwConfigurationError(`${name} ${url}`);
  if (allowInsecureHttp !== true && isInsecureUrl(url)) {
    throwConfigurationError(
      `${name} is plain http:, which sends the key unencrypted. Use https:, or set allowInsecureHttp.`,
    );
  }
  return trimSlashes(url.href);
}
