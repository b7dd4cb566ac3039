/** Code that the reader changed, as it is kept in the browser. */
export interface Draft {
  /** Fragment of the URL of the program that was changed. */
  readonly fragment: string;
  readonly code: string;
}

const key = "knowledge-base-playground";
const maxLength = 200_000;

/** Returns the code that was kept, if there is any. */
export function readDraft(): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined; // The browser denies access, or something else wrote the value.
  }
}

/** Keeps code until it is deleted. Returns false if it is too long or the browser does not allow it. */
export function keepDraft(draft: Draft): boolean {
  try {
    const value = JSON.stringify(draft);
    if (value.length > maxLength) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return value.length <= maxLength;
  } catch {
    return false;
  }
}

/** Deletes the code that was kept. */
export function deleteDraft(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without access to the storage, nothing was kept.
  }
}

function isDraft(value: unknown): value is Draft {
  const { fragment, code } = (value ?? {}) as { readonly [Name in keyof Draft]?: unknown };
  return typeof fragment === "string" && typeof code === "string";
}
