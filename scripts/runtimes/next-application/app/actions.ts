"use server";

import { brainId, kb } from "./knowledge-base";

export async function archivePage(form: FormData): Promise<void> {
  const slug = form.get("slug");
  if (typeof slug === "string") await kb.pages.archive({ brainId, slug });
}
