import type { OperationSpec } from "../operation-spec.ts";
import { refusesStrangers, refusesUnknown } from "./refusals.ts";

/** Specification, section 4.3. */
export const channelsList: OperationSpec<"channels.list"> = {
  id: "channels.list",
  success: {
    title: "lists the channels of an installation",
    section: "4.3",
    async run(service) {
      await service.succeed("channels.list");
    },
  },
  errors: {
    400: {
      title: "answers 400 without an installationId",
      section: "4.3",
      run: (service) => service.refuse("channels.list", 400, { query: "" }),
    },
    401: refusesStrangers("channels.list"),
    404: refusesUnknown("channels.list", "installationId"),
  },
  rules: {
    "empty-installation": {
      title: "answers 400 for an installationId that is empty",
      section: "4.3",
      isChoice: true,
      run: (service) => service.refuse("channels.list", 400, { query: "installationId=" }),
    },
    "repeated-installation": {
      title: "answers 400 for an installationId that is given twice",
      section: "4.3",
      isChoice: true,
      async run(service) {
        const parameter = `installationId=${encodeURIComponent(service.record("installationId"))}`;
        await service.refuse("channels.list", 400, { query: `${parameter}&${parameter}` });
      },
    },
  },
};
