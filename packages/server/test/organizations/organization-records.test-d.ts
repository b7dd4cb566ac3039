import type { OrganizationControl, ServerOrganization, State, StateInput } from "@knowledge-base/server";
import { describe, expectTypeOf, it } from "vitest";
import type { Fetch } from "../../src/adapters/fetch.ts";
import type { LoadedState, LoadStateOptions, OrganizationRecords } from "../../src/control/records.ts";
import type { TestTools } from "../../src/control/server-control.ts";

describe("the records of an organization", () => {
  it("are loaded from the states that a server accepts", () => {
    expectTypeOf<OrganizationRecords>().branded.toEqualTypeOf<{
      readonly snapshot: () => State;
      readonly seed: (state: StateInput, options?: LoadStateOptions) => LoadedState;
      readonly restore: (state: StateInput, options?: LoadStateOptions) => LoadedState;
      readonly reset: () => void;
    }>();
  });

  it("belong to a server organization, with its controls and test tools", () => {
    expectTypeOf<ServerOrganization>().branded.toEqualTypeOf<
      TestTools &
        OrganizationRecords & {
          readonly id: string;
          readonly baseUrl: string;
          readonly fetch: Fetch;
          readonly control: OrganizationControl;
        }
    >();
  });
});
