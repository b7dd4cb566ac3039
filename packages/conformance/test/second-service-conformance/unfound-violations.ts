import type { ViolationName } from "../second-service/violations/violation-name.ts";

/** Violations that no case finds in the full form, because the specification does not forbid what they do. */
export const unfoundViolations: Readonly<Partial<Record<ViolationName, string>>> = {
  "index-hides-stale":
    "Section 4.4 promises the brain's top pages. Which pages these are is not shown, so a stale page may be none of them.",
  "limit-counts-hidden-pages":
    "Section 4.4 only says that limit is an optional integer. With it an index that shows fewer pages is no contradiction.",
  "channel-name-with-hash":
    "Section 2.6 only says that name is the channel's name. Whether the sign of the platform belongs to it is not shown.",
  "state-for-any-brain":
    "Section 4.6: the payload of confirmOauth is not shown, so it may name no brain. The installation is that of the signed state.",
  "reactivated-bindings-stay-silent":
    "Section 3: transitions of a binding's status are not shown, so one may change the flags, which the binding then shows.",
};

/** Violations with which no run begins: no operation has the path of the specification. */
export const stoppedViolations: readonly ViolationName[] = ["paths-without-version", "paths-with-version-2"];
