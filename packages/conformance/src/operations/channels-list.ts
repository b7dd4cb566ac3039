import type { OperationSpec } from "../operation-spec.ts";
import { nobody, refusesStrangers } from "../refusals.ts";

/** Specification, section 4.3. */
export const channelsList: OperationSpec<"channels.list"> = {
  id: "channels.list",
  success: {
    title: "lists the channels of an installation",
    async run(service) {
      await service.succeed("channels.list");
    },
  },
  errors: {
    400: {
      title: "refuses a request without an installationId",
      async run(service) {
        await service.refuse("channels.list", 400, { query: "" });
        await service.refuse("channels.list", 400, { query: "installationId=" });
      },
    },
    401: refusesStrangers("channels.list"),
    404: {
      title: "answers 404 where brainId or installationId names nothing",
      async run(service) {
        await service.refuse("channels.list", 404, { params: { brainId: nobody } });
        await service.refuse("channels.list", 404, { query: `installationId=${nobody}` });
      },
    },
  },
};
