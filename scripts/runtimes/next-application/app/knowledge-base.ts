import { KnowledgeBase } from "@knowledge-base/sdk";

export const kb = new KnowledgeBase();
export const brainId = "brain_operations";
