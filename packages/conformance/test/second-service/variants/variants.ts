import type { Variant } from "./variant.ts";
export const variants = {} as Record<string, Variant>;
