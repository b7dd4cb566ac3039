import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { readBaseUrl } from "../options/base-url.ts";
import { readEnvironment } from "../options/environment.ts";
import { refuse } from "../options/refuse.ts";
import { checkApiKey, type Settings } from "../options/settings.ts";

/**
 * The base URL of the options, or else of the environment.
 *
 * @throws {@link ConfigurationError} where there is none, or none that the key may be sent to
 */
export function findBaseUrl({ baseUrl, allowInsecureHttp }: Settings, context: ErrorContext): string {
  if (baseUrl !== undefined) return baseUrl;
  const found =
    readEnvironment("KNOWLEDGE_BASE_URL") ??
    refuse("there is no base URL. Set baseUrl or KNOWLEDGE_BASE_URL.", context);
  return readBaseUrl(found, allowInsecureHttp, context);
}

/**
 * The key of the options, or else of the environment.
 *
 * @throws {@link ConfigurationError} where there is none, or none that a header can carry
 */
export async function findApiKey({ apiKey }: Settings, context: () => ErrorContext): Promise<string> {
  const key =
    typeof apiKey === "function"
      ? await ask(apiKey, context)
      : (apiKey ??
        readEnvironment("KNOWLEDGE_BASE_API_KEY") ??
        refuse("there is no API key. Set apiKey or KNOWLEDGE_BASE_API_KEY.", context()));
  checkApiKey(key, context);
  return key;
}

async function ask(apiKey: () => string | Promise<string>, context: () => ErrorContext): Promise<string> {
  try {
    return await apiKey();
  } catch (cause) {
    throw new ConfigurationError("the function apiKey failed.", context(), { cause });
  }
}
