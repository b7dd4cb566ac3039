import { Deviation } from "./deviation.ts";
import { nobody } from "./request.ts";
import { Service } from "./service.ts";
import type { Target } from "./target.ts";

/** A target cannot be used, so that no case was run. */
export class TargetError extends Error {
  override readonly name = "TargetError";
  /** Whether the target is malformed, or nothing answers at its base URL. */
  readonly code: "invalid_target" | "unreachable";

  /** @internal */
  constructor(code: TargetError["code"], message: string) {
    super(`Failed to run the suite: ${message}`);
    this.code = code;
  }
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
      "invalid_target",
      "the base URL must begin with https:// or http://, without a user, a query and a fragment.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TargetError("invalid_target", "the API key must be one or more visible ASCII characters.");
  }
  try {
    await new Service(target).send("promptIndex.get", { ids: { brainId: nobody }, apiKey: null });
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    const advice = "Is the base URL the right one, and the service up?";
    throw new TargetError("unreachable", `${error.message}. ${advice}`);
  }
}
