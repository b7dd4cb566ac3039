const statuses = { invalid_input: 400, no_such_control: 404, too_large: 413, unexpected: 500 } as const;

/** Creates an error response in the format of the controls. */
export function createControlError(code: keyof typeof statuses, cause: string): Response {
  const error = { code, message: `Failed to call a control: ${cause}.`, problems: [] };
  return Response.json({ error }, { status: statuses[code], headers: { "x-knowledge-base-control": "1" } });
}
