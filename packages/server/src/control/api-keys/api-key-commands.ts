import { identifierSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../../choices.ts";
import type { ApiKey } from "../../store/state.ts";
import { stateSchemas } from "../../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "../command.ts";
import type { ControlContext } from "../control-context.ts";
import { refuse } from "../refusal.ts";
import type { ApiKeysControl, CreateApiKeyInput, UpdateApiKeyInput } from "./api-keys-control.ts";
import { createApiKey } from "./create-api-key.ts";

const create: Command<CreateApiKeyInput, ApiKey> = {
  summary: "Create an API key",
  input: inputSchema({
    organizationId: z.optional(identifierSchema),
    key: z.optional(z.string()),
    role: z.optional(z.string()),
  }),
  output: stateSchemas.apiKeys,
  run: ({ organizationId, key, role = choices.defaultRole }, context) =>
    createApiKey(context.organization(organizationId), context, role, key),
};

const update: Command<UpdateApiKeyInput, ApiKey> = {
  summary: "Change an API key",
  input: inputSchema({ key: z.string(), role: z.string() }),
  output: stateSchemas.apiKeys,
  run({ key, role }, context) {
    const apiKey: ApiKey = { ...find(key, context), role };
    context.serverState.store.apiKeys.set(key, apiKey);
    return apiKey;
  },
};

const revoke: Command<{ readonly key: string }, void> = {
  summary: "Revoke an API key",
  input: inputSchema({ key: z.string() }),
  output: z.void(),
  run({ key }, context) {
    context.serverState.store.apiKeys.delete(find(key, context).key);
  },
};

function find(key: string, context: ControlContext): ApiKey {
  const apiKey = context.serverState.store.apiKeys.get(key);
  if (!apiKey || !context.sees(apiKey.organizationId)) refuse("not_found", "there is no such key");
  return apiKey;
}

/** The commands of {@link ApiKeysControl}. */
export const apiKeyCommands: Commands<ApiKeysControl> = { create, update, revoke };
