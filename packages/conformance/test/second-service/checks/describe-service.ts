import { callAdmin } from "../records/call-admin.ts";
import { createRecords } from "../records/create-records.ts";
import type { SecondService } from "../second-service.ts";
import { operationNames } from "./operation-names.ts";
import { validRequest } from "./valid-request.ts";

const json = { "content-type": "application/json" };

/**
 * Sends the same requests to each service and describes the responses, so that two services can be compared. Digits
 * and the OAuth state are left out, because they differ from run to run.
 */
export async function describeService(service: SecondService): Promise<readonly string[]> {
  const records = await createRecords(service);
  const page = { table: "pages", values: { brainId: records.otherBrainId, title: "Page" } };
  const manyPages = Array.from({ length: 60 }, (_, index) => ({
    ...page,
    values: { ...page.values, slug: `p${index}` },
  }));
  await callAdmin(service, "create-records", manyPages);

  const brain = `/brains/${encodeURIComponent(records.brainId)}`;
  const binding = `${brain}/messaging/bindings/${encodeURIComponent(records.bindingId)}`;
  const { path: ofOtherInstallation } = validRequest(records, "listChannels", {
    installationId: records.otherInstallationId,
  });
  const { path: stalePage } = validRequest(records, "archivePage", { slug: records.stalePageSlug });
  const requests: [
    method: string,
    path: string,
    init?: { body?: string; headers?: Record<string, string> },
    key?: string,
  ][] = [
    ["GET", `${brain}/index`],
    ["GET", `${brain}/index?limit=0`],
    ["GET", `${brain}/index?limit=100000`],
    ["GET", `/brains/${encodeURIComponent("no brain: ö")}/index?limit=x`],
    ["GET", "/brains"],
    ["PATCH", binding, { headers: json }],
    ["PATCH", binding, { headers: json, body: '{"unknown":true}' }],
    ["PATCH", binding, { headers: json, body: "{}" }],
    ["PATCH", binding, { body: "{}" }],
    ["GET", ofOtherInstallation],
    ["POST", `${brain}/messaging/oauth/start`, {}, records.readerApiKey],
    ["POST", `${brain}/messaging/oauth/start`, {}, records.foreignApiKey],
    ["POST", stalePage],
    // A second time, archiving and unbinding find nothing to do.
    ...[...operationNames, ...operationNames].map((operation): [string, string] => {
      const { method, path } = validRequest(records, operation);
      return [method, path];
    }),
    ["GET", `${brain}/index`],
  ];
  const transcript = [new URL(service.baseUrl).pathname];
  for (const [method, path, init, key = records.apiKey] of requests) {
    const headers = { ...init?.headers, "x-api-key": key };
    transcript.push(await describeResponse(await fetch(`${service.baseUrl}/v1${path}`, { method, ...init, headers })));
  }
  const pages = await fetch(`${service.baseUrl}/v1/brains/${encodeURIComponent(records.otherBrainId)}/index`, {
    headers: { "x-api-key": records.apiKey },
  });
  transcript.push(`An index has ${(await pages.text()).split("slug").length} entries`);
  const restored = await callAdmin<object>(service, "restore-page", { id: records.stalePageId });
  return [...transcript, JSON.stringify(restored).replaceAll(/\d/g, "0")];
}

async function describeResponse(response: Response): Promise<string> {
  const text = await response.text();
  const headers = [...response.headers].filter(([name]) => name !== "date");
  const time = (name: string) => Date.parse(RegExp(`"${name}":"(.*?)"`).exec(text)?.[1] ?? "");
  const facts = [
    `status ${response.status}`,
    `expires in ${Math.round((time("expiresAt") - Date.now()) / 60_000)} min`,
    `was updated ${time("updatedAt") > Date.now() - 60_000 ? "now" : "before"}`,
  ];
  const contents = [text, ...headers.map((header) => header.join(": "))].join("\n");
  return `${facts.join()}\n${contents.replaceAll(/state=[\w.-]+/g, "state").replaceAll(/\d/g, "0")}`;
}
