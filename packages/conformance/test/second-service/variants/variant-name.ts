import type { variants } from "./variants.ts";

export type VariantName = keyof typeof variants;
