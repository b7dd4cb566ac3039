import type { TargetControls, TargetPage } from "@knowledge-base/conformance";
import type { ChannelBinding, Page } from "@knowledge-base/types";
import { callAdmin } from "../second-service/records/call-admin.ts";
import type { SecondService } from "../second-service/second-service.ts";

interface Controls {
  readonly controls: Required<TargetControls>;
  /** Moves the clock back to where it was. */
  readonly resetClock: () => Promise<unknown>;
}

/** Creates the controls of a run from the admin API of the service. */
export function createControls(service: SecondService): Controls {
  let advancedMs = 0;
  const call = <T>(command: string, input: object) => callAdmin<T>(service, command, input);
  const callWithPage = async <T>(command: string, { brainId, slug }: TargetPage, fields: object = {}) => {
    const [page] = await call<{ id: string }[]>("list-records", { table: "pages", brainId, slug });
    return call<T>(command, { id: page?.id, ...fields });
  };
  const advanceClock = async (milliseconds: number) => {
    advancedMs += milliseconds;
    await call("advance-clock", { milliseconds });
  };
  const listDeliveries = () => call<{ bindingId: string }[]>("list-records", { table: "deliveries" });
  const controls: Required<TargetControls> = {
    // Tenants of this service are organizations.
    readPage: async (page) => {
      const { organizationId, ...shown } = await callWithPage<Page & { organizationId: string }>("read-page", page);
      return { ...shown, tenantId: organizationId };
    },
    listPages: async ({ brainId }) =>
      (await call<{ slug: string }[]>("list-pages", { brainId })).map(({ slug }) => slug),
    searchPages: async (search) => (await call<{ slug: string }[]>("list-pages", search)).map(({ slug }) => slug),
    editPage: ({ brainId, slug, ...fields }) => callWithPage("edit-page", { brainId, slug }, fields),
    compilePage: (page) => callWithPage("compile-page", page),
    deprecatePage: (page) => callWithPage("deprecate-page", page),
    restorePage: (page) => callWithPage("restore-page", page),
    async readBinding({ brainId, bindingId }) {
      const [binding = {}] = await call<Partial<ChannelBinding>[]>("list-records", {
        table: "bindings",
        brainId,
        id: bindingId,
      });
      return binding;
    },
    approveOAuth: (authorizationUrl) => call("approve-oauth", { authorizationUrl, teamId: "T9" }),
    confirmOAuth: async (callback) => (await call<{ id: string }>("confirm-oauth", callback)).id,
    advanceClock,
    async notify({ kind, brainId }) {
      const { length } = await listDeliveries();
      await call("notify", { brainId, kind });
      return (await listDeliveries()).slice(length).map(({ bindingId }) => bindingId);
    },
  };
  return { controls, resetClock: () => advanceClock(-advancedMs) };
}
