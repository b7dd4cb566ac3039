/** Returns the message of an error, or anything else that was thrown as text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "something without a text was thrown";
  }
}
