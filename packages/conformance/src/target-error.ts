import { Deviation } from "./deviation.ts";
import { nobody } from "./request.ts";
import { Service } from "./service.ts";
import type { Target } from "./target.ts";

/** A target cannot be used, so that no case was run. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/**
 * Checks that a target can be used, and that something answers.
 *
 * @throws {@link TargetError}
 */
export async function checkTarget(target: Target): Promise<void> {
  const { baseUrl, apiKey } = target;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new TargetError(
      "Failed to run the suite: the base URL must begin with https:// or http://, without a user, a query and a fragment.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TargetError("Failed to run the suite: the API key must be one or more visible ASCII characters.");
  }
  try {
    await new Service(target).send("promptIndex.get", { ids: { brainId: nobody }, apiKey: null });
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    throw new TargetError(
      `Failed to run the suite: ${error.message}. Is the base URL the right one, and the service up?`,
    );
  }
}
