import { expect } from "../deviation.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { nobody } from "../request.ts";
import { isSame } from "../same.ts";
import { refusesMalformedPath, refusesStrangers, refusesUnknown } from "./refusals.ts";

const id = "bindings.unbind";

/** Specification, sections 3 and 4.6. */
export const bindingsUnbind: OperationSpec<typeof id> = {
  id,
  success: {
    title: "removes the binding",
    section: "4.6",
    async run(service) {
      const { disconnected } = await service.unbind();
      expect(disconnected, "the answer says that nothing was disconnected");
      (await service.send("bindings.update")).expectRefusal();
    },
  },
  errors: {
    400: refusesMalformedPath(id),
    401: refusesStrangers(id),
    404: refusesUnknown(id),
  },
  rules: {
    "unknown-binding": {
      title: "answers 404 for a bindingId that names nothing",
      section: "7",
      isChoice: true,
      run: (service) => service.refuse(id, 404, { ids: { bindingId: nobody } }),
    },
    unaffected: {
      title: "leaves the installation and other bindings as they are",
      section: "4.6",
      async run(service) {
        const other = { ids: { bindingId: service.record("secondBindingId") } };
        const binding = await service.succeed("bindings.update", other);
        const channels = await service.succeed("channels.list");
        await service.unbind();
        expect(isSame(binding, await service.succeed("bindings.update", other)), "another binding changed");
        expect(isSame(channels, await service.succeed("channels.list")), "the channels of the installation changed");
      },
    },
    again: {
      title: "answers 404 for a binding that was removed",
      section: "4.6",
      isChoice: true,
      async run(service) {
        await service.unbind();
        await service.refuse(id, 404);
        await service.refuse("bindings.update", 404);
      },
    },
  },
};
