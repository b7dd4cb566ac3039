"use server";

import { brainId, kb } from "./knowledge-base";

export async function archivePage(form: FormData): Promise<void> {
  await kb.pages.archive({ brainId, slug: String(form.get("slug")) });
}
