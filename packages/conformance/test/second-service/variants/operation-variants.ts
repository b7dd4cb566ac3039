import type { Variant } from "./variant.ts";

const archived = '"The exact values of `status` and `archived` after archiving are not shown."';
const lifetime = '"Lifetime of the signed OAuth state: not shown."';

/** Differences in what operations do. */
export const operationVariants = {
  "archived-by-flag-only": {
    reason: archived,
    change: (rules) => ({ archive: rules.archive.map((sql) => sql.replace("status = 'archived', ", "")) }),
  },
  "archived-by-status-only": {
    reason: archived,
    change: (rules) => ({ archive: rules.archive.map((sql) => sql.replace("archived = 1, ", "")) }),
  },
  "archive-keeps-updated-at": {
    reason: '`updatedAt` is the "last modification time"; whether archiving modifies the page is not shown.',
    change: (rules) => ({ archive: rules.archive.map((sql) => sql.replace(", updatedAt = :now", "")) }),
  },
  "restored-pages-are-active": {
    reason: '"Transitions between page statuses other than archiving: not shown."',
    change: (rules) => ({
      restore: rules.restore.map((sql) => sql.replace("status = statusBefore", "status = 'active'")),
    }),
  },
  "installations-belong-to-one-brain": {
    reason: 'OAuth creates "a signed installation URL for the brain"; whether another brain may use it is not shown.',
    change: () => ({ mayUse: (installation, brain) => installation.brainId === brain.id }),
  },
  "oauth-state-lives-for-a-minute": { reason: lifetime, change: () => ({ stateLifetimeMs: 60_000 }) },
  "oauth-state-lives-for-a-week": { reason: lifetime, change: () => ({ stateLifetimeMs: 604_800_000 }) },
  "authorization-url-with-more-parameters": {
    reason: "Only the purpose of `authorizationUrl` and that it carries a state are shown.",
    change: () => ({
      authorizationUrl: (state) =>
        `https://platform.example/oauth/v2/authorize?state=${state}&scope=chat%3Awrite,channels%3Aread&user_scope=#top`,
    }),
  },
} satisfies Readonly<Record<string, Variant>>;
