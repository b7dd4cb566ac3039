import type { OperationSpec } from "../conformance-case.ts";
import { notFoundCase, unauthorizedCase } from "./error-cases.ts";

/** Specification, section 4.3. */
export const channelsList: OperationSpec<"channels.list"> = {
  id: "channels.list",
  success: {
    title: "lists the channels of an installation",
    section: "4.3",
    level: "required",
    needs: { records: ["brainId", "installationId"] },
    async run(service) {
      await service.expectSuccess("channels.list");
    },
  },
  errors: {
    400: {
      title: "returns 400 without an installationId",
      section: "4.3",
      level: "required",
      needs: { records: ["brainId"] },
      run: (service) => service.expectError("channels.list", 400, { query: "" }),
    },
    401: unauthorizedCase("channels.list"),
    404: notFoundCase("channels.list", "installationId"),
  },
  rules: {
    "empty-installation": {
      title: "returns 400 for an installationId that is empty",
      section: "4.3",
      level: "choice",
      needs: { records: ["brainId"] },
      run: (service) => service.expectError("channels.list", 400, { query: "installationId=" }),
    },
    "repeated-installation": {
      title: "returns 400 for an installationId that is given twice",
      section: "4.3",
      level: "choice",
      needs: { records: ["brainId", "installationId"] },
      async run(service) {
        const parameter = `installationId=${encodeURIComponent(service.recordId("installationId"))}`;
        await service.expectError("channels.list", 400, { query: `${parameter}&${parameter}` });
      },
    },
  },
};
