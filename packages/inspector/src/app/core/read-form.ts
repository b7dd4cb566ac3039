/** Returns the fields of a form that are not empty, and keeps the browser from sending it. */
export function readForm(event: SubmitEvent): Record<string, string> {
  event.preventDefault();
  const fields = new FormData(event.target as HTMLFormElement);
  return Object.fromEntries(
    Array.from(fields).flatMap(([name, value]) => (typeof value === "string" && value !== "" ? [[name, value]] : [])),
  );
}
