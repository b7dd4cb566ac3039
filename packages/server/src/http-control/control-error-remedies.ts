import type { HttpControlError } from "./http-error.ts";

/** Documentation of an error of a control, for the error catalogue. No entry point imports this file. */
export interface ControlErrorRemedy {
  /** When the error occurs: a clause that begins with "if". */
  readonly when: string;
  /** What to do about the error. */
  readonly remedy: string;
}

/** The documentation of each error code of the controls. */
export const controlErrorRemedies: Readonly<Record<HttpControlError["code"], ControlErrorRemedy>> = {
  invalid_input: {
    when: "if the input of a control, its query or its body is invalid, or a seed, a snapshot or a state file. Nothing was changed.",
    remedy: "Correct the fields that `problems` lists, each with its path.",
  },
  not_found: {
    when: "if a record, an organization, a fault or a journal entry does not exist.",
    remedy: "Check the ids, and whether the organization of the control owns the record.",
  },
  conflict: {
    when: "if the current state does not allow the change, or the server was reset during a wait.",
    remedy: "Read the message: it names the record or the limit. Change that first, for example restore the page.",
  },
  timeout: {
    when: "if no request or notification matches in time, or a request to a control takes too long.",
    remedy: "Check the filter and the code under test, or raise `timeout`.",
  },
  too_large: {
    when: "if the body of a request to a control, or a state that was read, is larger than the limit.",
    remedy: "Send less at a time: load a large state with `seed` in several parts.",
  },
  unauthorized: {
    when: "if the token of the controls is missing or wrong.",
    remedy:
      "Pass the token with which the server was started: `connect(url, { token })`, or the header `Authorization`.",
  },
  forbidden: {
    when: "if a web page calls a control, except the inspector of the same server.",
    remedy: "Call controls from a program. Open the inspector under a host name that `allowedHosts` lists.",
  },
  no_such_control: {
    when: "if the path of a request below `/_control/` is not that of a control.",
    remedy: "Look up the path in `GET /_control/openapi.json`.",
  },
  wrong_method: {
    when: "if the method of a request to a control is not POST.",
    remedy: "Use POST. Only the OpenAPI document and the events are read with GET.",
  },
  unexpected: {
    when: "if the server itself failed, or a function that was given to it, such as `onChange`.",
    remedy: "Correct that function. Otherwise report the message as a bug of the server.",
  },
  unreachable: {
    when: "if no reference server with controls responds at the URL. The control may have run.",
    remedy: "Start `knowledge-base-server`, or serve the `fetch` of `withControl(server)`, and check the URL.",
  },
  oauth_invalid_state: {
    when: "if the OAuth state is missing, not readable, changed, signed by another server, or of another organization.",
    remedy:
      "Pass on the state exactly as `oauth.start` or the callback contains it, to the controls of the organization that started it. After a restart, old states stay valid with the same `randomSeed`.",
  },
  oauth_expired_state: {
    when: "if the OAuth state has expired by the clock of the organization.",
    remedy: "Start the authorization again.",
  },
  oauth_used_state: {
    when: "if the authorization was already approved, denied or confirmed.",
    remedy: "Start the authorization again. Each state can be used once.",
  },
  oauth_wrong_code: {
    when: "if the code does not belong to the state, or the authorization was not approved yet.",
    remedy: "Approve first, and pass `code` and `state` from the same callback.",
  },
};
