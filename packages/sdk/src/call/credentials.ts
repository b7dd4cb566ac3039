import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { readBaseUrl } from "../options/base-url.ts";
import { readEnvironment } from "../options/environment.ts";
import { checkApiKey, type Settings } from "../options/settings.ts";

/**
 * The base URL of the options, or else of the environment.
 *
 * @throws {@link ConfigurationError} where there is none, or none that the key may be sent to
 */
export function findBaseUrl({ baseUrl, allowInsecureHttp }: Settings, context: ErrorContext): string {
  if (baseUrl !== undefined) return baseUrl;
  const found = readEnvironment("KNOWLEDGE_BASE_URL");
  if (found !== undefined) return readBaseUrl(found, context, allowInsecureHttp);
  throw new ConfigurationError("there is no base URL. Set the option baseUrl, or KNOWLEDGE_BASE_URL.", context);
}

/**
 * The key of the options, or else of the environment.
 *
 * @throws {@link ConfigurationError} where there is none, or none that a header can carry
 */
export function findApiKey({ apiKey }: Settings, context: () => ErrorContext): string | Promise<string> {
  if (typeof apiKey === "function") return askForKey(apiKey, context);
  return requireKey(apiKey ?? readEnvironment("KNOWLEDGE_BASE_API_KEY"), context);
}

async function askForKey(apiKey: () => string | Promise<string>, context: () => ErrorContext): Promise<string> {
  let key: string;
  try {
    key = await apiKey();
  } catch (cause) {
    throw new ConfigurationError("the function apiKey failed.", context(), { cause });
  }
  return requireKey(key, context);
}

function requireKey(key: string | undefined, context: () => ErrorContext): string {
  if (key === undefined) {
    throw new ConfigurationError("there is no API key. Set the option apiKey, or KNOWLEDGE_BASE_API_KEY.", context());
  }
  checkApiKey(key, context);
  return key;
}
