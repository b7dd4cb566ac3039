import type { OptionRule } from "@knowledge-base/types/internal";
import { AttemptError } from "../call/attempt-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { throwConfigurationError } from "../errors/deferred-error.ts";
import type { ApiKeyContext, ClientOptions } from "./client-options.ts";
import { readEnvironment } from "./environment.ts";

const variable = "KNOWLEDGE_BASE_API_KEY";
const validKey = "one or more visible ASCII characters without spaces";

/** Rule of the option `apiKey`. The platform rejects any other key as a header too, but with a message that shows it. */
export const apiKeyRule: OptionRule = {
  expected: `${validKey}, or a function that returns them`,
  isSecret: true,
  accepts: (value) => typeof value === "function" || isApiKey(value),
};

function isApiKey(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/** Returns the key of the options, or else that of the environment. */
export async function resolveApiKey(
  { apiKey }: Pick<ClientOptions, "apiKey">,
  context: ApiKeyContext,
): Promise<string> {
  const key =
    typeof apiKey === "function" ? await callKeyFunction(apiKey, context) : (apiKey ?? readEnvironment(variable));
  if (isApiKey(key)) return key;
  if (apiKey !== undefined) throwConfigurationError(`apiKey must be ${apiKeyRule.expected}.`);
  if (key !== undefined) throwConfigurationError(`${variable} must be ${validKey}.`);
  throwConfigurationError(`there is no API key. Set apiKey or ${variable}.`);
}

async function callKeyFunction(apiKey: Exclude<ClientOptions["apiKey"], string | undefined>, context: ApiKeyContext) {
  try {
    return await apiKey(context);
  } catch (cause) {
    // A later call of the function may succeed.
    throw new AttemptError("api_key", "the function apiKey failed.", ConfigurationError, { cause });
  }
}
