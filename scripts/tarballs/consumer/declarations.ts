import { createReferenceServer } from "@knowledge-base/server";

// With declarations, TypeScript must be able to name the types of inputs.
const server = createReferenceServer();
export const createPage = server.control.pages.create;
export const addFault = server.faults.add;
