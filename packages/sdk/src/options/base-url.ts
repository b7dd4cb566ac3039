import { isLoopbackHost, trimSlashes } from "@knowledge-base/internal";
import { throwConfigurationError } from "../errors/failure.ts";
import type { ClientOptions } from "./client-options.ts";
import { readEnvironment } from "./environment.ts";

const baseUrlVariable = "KNOWLEDGE_BASE_URL";

/** Reads the base URL of a client without the option: a program may set the variable after it has created the client. */
export function readBaseUrlOfEnvironment({ allowInsecureHttp }: Pick<ClientOptions, "allowInsecureHttp">): string {
  const variable = readEnvironment(baseUrlVariable);
  if (variable === undefined) throwConfigurationError(`there is no base URL. Set baseUrl or ${baseUrlVariable}.`);
  return readBaseUrl(variable, allowInsecureHttp, baseUrlVariable);
}

/**
 * Reads a base URL to which the key may be sent: its origin and its path, without a slash at the end.
 *
 * @param name - name of the option or of the environment variable, for messages
 */
export function readBaseUrl(text: string, allowInsecureHttp: boolean | undefined, name = "baseUrl"): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    return throwConfigurationError(`${name} is not an HTTP URL. Use one such as https://kb.example.com.`);
  }
  const { protocol, hostname, origin, pathname, href } = url;
  if (href !== origin + pathname) {
    throwConfigurationError(`${name} must have only an origin and a path. Remove the rest.`);
  }
  if (protocol === "http:" && allowInsecureHttp !== true && !isLoopbackHost(hostname)) {
    throwConfigurationError(
      `${name} is plain http:, which sends the key unencrypted. Use https:, or set allowInsecureHttp.`,
    );
  }
  return origin + trimSlashes(pathname);
}
