import type { OperationName } from "../api/operation-name.ts";
import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function keys(sentence: string, change: RuleChange): Violation {
  return { section: "5", sentence, change };
}

function withoutKey(operation: OperationName): Violation {
  return keys("Every operation requires the header `x-api-key`", (rules) => ({
    needsKey: (called, key) => rules.needsKey(called, key) && (called !== operation || key !== undefined),
  }));
}

function withWrongKey(operation: OperationName): Violation {
  return keys("A missing or invalid key yields 401", (rules) => ({
    needsKey: (called, key) => rules.needsKey(called, key) && (called !== operation || key === undefined),
  }));
}

function withForeignKey(operation: OperationName): Violation {
  const violation = keys("A key is scoped to one organization", (rules) => ({
    mayAccess: (caller, brain, called) => called === operation || rules.mayAccess(caller, brain, called),
  }));
  return { ...violation, needs: "a key of another organization" };
}

/** Makes a missing brain another response for one operation. */
function missingBrain(operation: OperationName, status: number, value: unknown): Violation {
  const change = changeReply((reply, request) =>
    request.operation === operation && reply.status === 404 ? { status, value } : {},
  );
  return { section: "7", sentence: "404: brain or installation not found", change };
}

const required = "Every operation requires the header `x-api-key` carrying an API key";

/** Violations of section 5, and of the 404 for a missing brain in sections 4 and 7. */
export const access = {
  "update-without-key": withoutKey("updateBinding"),
  "archive-without-key": withoutKey("archivePage"),
  "channels-without-key": withoutKey("listChannels"),
  "index-without-key": withoutKey("readIndex"),
  "oauth-without-key": withoutKey("startOauth"),
  "unbind-without-key": withoutKey("unbindChannel"),
  "update-with-any-key": withWrongKey("updateBinding"),
  "archive-with-any-key": withWrongKey("archivePage"),
  "channels-with-any-key": withWrongKey("listChannels"),
  "index-with-any-key": withWrongKey("readIndex"),
  "oauth-with-any-key": withWrongKey("startOauth"),
  "unbind-with-any-key": withWrongKey("unbindChannel"),
  "update-with-foreign-key": withForeignKey("updateBinding"),
  "archive-with-foreign-key": withForeignKey("archivePage"),
  "channels-with-foreign-key": withForeignKey("listChannels"),
  "index-with-foreign-key": withForeignKey("readIndex"),
  "oauth-with-foreign-key": withForeignKey("startOauth"),
  "unbind-with-foreign-key": withForeignKey("unbindChannel"),

  "key-in-any-case": keys("A missing or invalid key yields 401", () => ({
    keyCondition: "lower(id) = lower(:key)",
  })),
  "key-by-prefix": keys("A missing or invalid key yields 401", () => ({
    keyCondition: "length(:key) > 8 AND id LIKE :key || '%'",
  })),
  "key-with-suffix": keys("A missing or invalid key yields 401", () => ({
    keyCondition: "id = :key OR :key LIKE id || '_'",
  })),
  "key-as-pattern": keys("A missing or invalid key yields 401", () => ({
    keyCondition: "id LIKE :key",
  })),
  "key-empty": keys("A missing or invalid key yields 401", (rules) => ({
    needsKey: (operation, key) => key !== "" && rules.needsKey(operation, key),
  })),
  "key-list": keys("A missing or invalid key yields 401", (rules) => ({
    readKey: (request) => rules.readKey(request)?.split(",")[0],
  })),
  "key-in-query": keys(required, (rules) => ({
    readKey: (request) => rules.readKey(request) ?? request.query.get("x-api-key") ?? undefined,
  })),
  "key-in-query-as-api-key": keys(required, (rules) => ({
    readKey: (request) => rules.readKey(request) ?? request.query.get("api_key") ?? undefined,
  })),
  "key-as-bearer-token": keys(required, (rules) => ({
    readKey: (request) => rules.readKey(request) ?? request.headers.authorization?.replace("Bearer ", ""),
  })),
  "key-in-cookie": keys(required, (rules) => ({
    readKey: (request) => rules.readKey(request) ?? request.headers.cookie?.replace("x-api-key=", ""),
  })),
  "key-works-after-deletion": keys("A missing or invalid key yields 401", (rules) => {
    const known = new Set<string | undefined>();
    return {
      needsKey: (operation, key) => !known.has(key) && rules.needsKey(operation, key),
      reply: (reply, request) => {
        if (reply.status === 200) known.add(rules.readKey(request));
        return rules.reply(reply, request);
      },
    };
  }),
  "keys-of-members-only": {
    ...keys("carries the role of the member it was issued to", () => ({
      keyCondition: "id = :key AND role = 'owner'",
    })),
    needs: "keys of members with different roles",
  },
  "missing-key-is-400": keys(
    "A missing or invalid key yields 401",
    changeReply(({ status }, request) =>
      status === 401 && request.headers["x-api-key"] === undefined ? { status: 400 } : {},
    ),
  ),
  "invalid-key-is-403": keys(
    "A missing or invalid key yields 401",
    changeReply(({ status }, request) =>
      status === 401 && request.headers["x-api-key"] !== undefined ? { status: 403 } : {},
    ),
  ),
  "brain-before-key": keys(
    "A missing or invalid key yields 401",
    changeReply(({ status }, { path }) => (status === 401 && !path.includes("/brains/brain-") ? { status: 404 } : {})),
  ),

  "index-of-missing-brain-is-empty": missingBrain("readIndex", 200, []),
  "channels-of-missing-brain-are-empty": missingBrain("listChannels", 200, []),
  "oauth-of-missing-brain-starts": missingBrain("startOauth", 200, {
    authorizationUrl: "https://platform.example/",
    expiresAt: new Date(),
  }),
  "unbind-of-missing-brain-is-false": missingBrain("unbindChannel", 200, { disconnected: false }),
  "update-of-missing-brain-is-500": missingBrain("updateBinding", 500, { message: "brain is null" }),
  "archive-of-missing-brain-is-400": missingBrain("archivePage", 400, { message: "Brain not found" }),
} satisfies Readonly<Record<string, Violation>>;
