/** Configuration of the application. */
export interface Configuration {
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly port: number;
  /** Signs the cookies. */
  readonly sessionSecret: string;
}

const shortestSecret = 32;
const highestPort = 65_535;

/**
 * Reads the configuration from environment variables.
 *
 * @throws Error that names everything that is missing or wrong, and shows no secret
 */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const { KNOWLEDGE_BASE_URL, KNOWLEDGE_BASE_API_KEY, SESSION_SECRET, PORT = "3000" } = environment;
  const problems = [
    !KNOWLEDGE_BASE_URL && "KNOWLEDGE_BASE_URL is missing: the base URL of the service.",
    !KNOWLEDGE_BASE_API_KEY && "KNOWLEDGE_BASE_API_KEY is missing: a key of your organization.",
    (SESSION_SECRET ?? "").length < shortestSecret &&
      `SESSION_SECRET is missing or short: ${shortestSecret} random characters or more, such as of openssl rand -hex 32.`,
    !(/^\d+$/.test(PORT) && Number(PORT) <= highestPort) && `PORT is no port: a number up to ${highestPort}.`,
  ].filter((problem) => problem !== false);
  if (!KNOWLEDGE_BASE_URL || !KNOWLEDGE_BASE_API_KEY || !SESSION_SECRET || problems.length > 0) {
    throw new Error(`Failed to start:\n- ${problems.join("\n- ")}`);
  }
  return {
    serviceUrl: KNOWLEDGE_BASE_URL,
    apiKey: KNOWLEDGE_BASE_API_KEY,
    port: Number(PORT),
    sessionSecret: SESSION_SECRET,
  };
}
