import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handleAdminRequest } from "./admin/handle-admin-request.ts";
import { handleApiRequest } from "./api/handle-api-request.ts";
import { Database } from "./database/database.ts";
import { schema } from "./database/schema.ts";
import { Failure } from "./http/failure.ts";
import { readRequest } from "./http/read-request.ts";
import { sendReply } from "./http/send-reply.ts";
import type { RuleChange } from "./rules/rule-change.ts";
import type { Rules } from "./rules/rules.ts";
import { specifiedRules } from "./rules/specified-rules.ts";
import type { SecondService } from "./second-service.ts";
import type { ServiceState } from "./service-state.ts";
import type { VariantName } from "./variants/variant-name.ts";
import { variants } from "./variants/variants.ts";
import type { ViolationName } from "./violations/violation-name.ts";
import { violations } from "./violations/violations.ts";

interface Options {
  /** What the service does wrong. @default nothing */
  readonly violations?: readonly ViolationName[];
  /** How the service differs where the specification allows it. @default not at all */
  readonly variants?: readonly VariantName[];
}

/**
 * Starts an implementation of the specification that has nothing in common with the reference server. Its records are
 * in a database of its own, in memory, and it listens on a free port of the loopback interface.
 *
 * Everything that it decides is one of its `rules/`, where the choices are listed that the specification leaves open.
 * `violations/` and `variants/` are tables of changes to these rules, `records/` creates records to test with, and `admin/`
 * is for what the specification does not define.
 */
export async function startSecondService(options: Options = {}): Promise<SecondService> {
  const rules = changeRules([
    ...(options.variants ?? []).map((name) => variants[name].change),
    ...(options.violations ?? []).map((name) => violations[name].change),
  ]);
  const database = new Database(`${schema}${rules.slugIndex}`);
  const service: ServiceState = { database, rules, clock: createClock(), secret: randomUUID() };
  const adminToken = randomUUID();
  const server = createServer((message, response) => void handle(service, adminToken, message, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${origin}${rules.basePath}`,
    adminUrl: `${origin}/admin`,
    adminToken,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      database[Symbol.dispose]();
    },
  };
}

function changeRules(changes: readonly RuleChange[]): Rules {
  const rules = { ...specifiedRules };
  for (const change of changes) Object.assign(rules, change({ ...rules }));
  return rules;
}

function createClock(): ServiceState["clock"] {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

async function handle(
  service: ServiceState,
  adminToken: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const request = await readRequest(message);
    const isAdmin = request.path.startsWith("/admin/");
    const reply = isAdmin ? handleAdminRequest(service, adminToken, request) : await handleApiRequest(service, request);
    if (request.method !== "GET") service.rules.onWrite(service.database);
    sendReply(response, reply, isAdmin ? specifiedRules : service.rules);
  } catch (error) {
    const statusCode = error instanceof Failure ? error.status : 500;
    sendReply(
      response,
      { status: statusCode, headers: {}, value: { statusCode, message: String(error) } },
      specifiedRules,
    );
  }
}
