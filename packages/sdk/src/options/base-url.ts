import { throwConfigurationError } from "../errors/failure.ts";
import type { ClientOptions } from "./client-options.ts";
import { readEnvironment } from "./environment.ts";

interface BaseUrlOptions extends Pick<ClientOptions, "allowInsecureHttp"> {
  readonly baseUrl?: string | undefined;
}

const baseUrlVariable = "KNOWLEDGE_BASE_URL";

/** Returns the base URL of the options, or else that of the environment. */
export function resolveBaseUrl({ baseUrl, allowInsecureHttp }: BaseUrlOptions): string {
  if (baseUrl !== undefined) return baseUrl;
  const variable = readEnvironment(baseUrlVariable);
  if (variable === undefined) throwConfigurationError(`there is no base URL. Set baseUrl or ${baseUrlVariable}.`);
  return readBaseUrl(variable, allowInsecureHttp, baseUrlVariable);
}

/**
 * Reads a base URL to which the key may be sent: its origin and its path, without a slash at the end.
 *
 * @param name - Name of the option or of the environment variable, for messages.
 */
export function readBaseUrl(text: string | URL, allowInsecureHttp: boolean | undefined, name = "baseUrl"): string {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    return throwConfigurationError(`${name} is not an HTTP URL. Use one such as https://kb.example.com.`);
  }
  const { protocol, hostname, origin, pathname, href } = url;
  if (href !== origin + pathname) {
    throwConfigurationError(`${name} must have only an origin and a path. Remove the rest.`);
  }
  if (protocol === "http:" && allowInsecureHttp !== true && !isLoopback(hostname)) {
    throwConfigurationError(
      `${name} is plain http:, which sends the key unencrypted. Use https:, or set allowInsecureHttp.`,
    );
  }
  return origin + pathname.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
