import { readFileSync } from "node:fs";
import type { HomeData } from "../../generator/home-data.ts";
import { homeFile } from "../../generator/site-folders.ts";

const data: HomeData = JSON.parse(readFileSync(homeFile, "utf8"));

/** The data of the home page, with the sentences at its top. */
export const home = {
  promise: "Call the knowledge-base service from TypeScript, and test without it.",
  service:
    "The service keeps knowledge as pages in workspaces called brains, gives agents an index of the most important pages, and posts updates to chat channels.",
  ...data,
};
