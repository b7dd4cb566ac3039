import type { SecondService } from "../second-service.ts";

/** Calls a command of the admin API and returns its result, whose type the caller states. */
export async function callAdmin<T>(service: SecondService, command: string, input: object): Promise<T> {
  const response = await fetch(`${service.adminUrl}/${command}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-admin-token": service.adminToken },
    body: JSON.stringify(input),
  });
  const result: unknown = await response.json();
  if (!response.ok) throw new Error(`The admin command ${command} failed: ${JSON.stringify(result)}`);
  return result as T;
}
