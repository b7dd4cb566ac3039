import type { KnowledgeBase, KnowledgeBaseError, OAuthStart } from "@knowledge-base/sdk";
import { isKnowledgeBaseError } from "@knowledge-base/sdk";
import {
  type ExpectedCallback,
  isOAuthExpired,
  type OAuthCallback,
  OAuthCallbackError,
  type OAuthCallbackProblem,
  readOAuthCallback,
  readOAuthState,
} from "@knowledge-base/sdk/oauth";
import { describe, expectTypeOf, it } from "vitest";

declare const start: OAuthStart;

describe("readOAuthState", () => {
  it("takes the URL of a start and returns a string", () => {
    expectTypeOf(readOAuthState).toEqualTypeOf<(start: Pick<OAuthStart, "authorizationUrl">) => string>();
    expectTypeOf<Awaited<ReturnType<KnowledgeBase["oauth"]["start"]>>>().toExtend<
      Parameters<typeof readOAuthState>[0]
    >();
    // @ts-expect-error the start is required, not its URL
    expectTypeOf(() => readOAuthState(start.authorizationUrl)).toBeFunction();
  });
});

describe("isOAuthExpired", () => {
  it("takes the expiry of a start and a time, and returns a boolean", () => {
    expectTypeOf(isOAuthExpired).toEqualTypeOf<(start: Pick<OAuthStart, "expiresAt">, now?: number) => boolean>();
    // @ts-expect-error the time is a number
    expectTypeOf(() => isOAuthExpired(start, new Date())).toBeFunction();
  });
});

describe("readOAuthCallback", () => {
  it("takes a URL, the expected flow and a time, and returns code and state", () => {
    expectTypeOf(readOAuthCallback).toEqualTypeOf<
      (url: string | URL, expected: ExpectedCallback, now?: number) => OAuthCallback
    >();
    expectTypeOf<OAuthCallback>().toEqualTypeOf<{ readonly code: string; readonly state: string }>();
    expectTypeOf<ExpectedCallback>().toEqualTypeOf<{
      readonly state: string;
      readonly expiresAt?: string | undefined;
    }>();
  });

  it("requires a state to compare with", () => {
    // @ts-expect-error the expected flow is required
    expectTypeOf(() => readOAuthCallback("/callback")).toBeFunction();
    // @ts-expect-error the state is required
    expectTypeOf(() => readOAuthCallback("/callback", {})).toBeFunction();
    // @ts-expect-error the state may not be undefined
    expectTypeOf(() => readOAuthCallback("/callback", { state: undefined })).toBeFunction();
  });
});

describe("OAuthCallbackError", () => {
  it("has a literal name and code, and a problem out of four", () => {
    expectTypeOf<OAuthCallbackError>().toExtend<KnowledgeBaseError>();
    expectTypeOf<OAuthCallbackError["name"]>().toEqualTypeOf<"OAuthCallbackError">();
    expectTypeOf<OAuthCallbackError["code"]>().toEqualTypeOf<"oauth_callback">();
    expectTypeOf<OAuthCallbackError["problem"]>().toEqualTypeOf<OAuthCallbackProblem>();
    expectTypeOf<OAuthCallbackProblem>().toEqualTypeOf<"denied" | "malformed" | "state_mismatch" | "expired">();
  });

  it("is the type to which its code narrows an error", () => {
    const narrowed = (error: unknown) => {
      if (isKnowledgeBaseError(error, "oauth_callback")) expectTypeOf(error).toEqualTypeOf<OAuthCallbackError>();
      if (error instanceof OAuthCallbackError) expectTypeOf(error).toEqualTypeOf<OAuthCallbackError>();
    };
    expectTypeOf(narrowed).toBeFunction();
  });

  it("has problems that a switch can handle exhaustively", () => {
    const narrowed = ({ problem }: OAuthCallbackError) => {
      switch (problem) {
        case "denied":
        case "malformed":
        case "state_mismatch":
        case "expired":
          return problem;
        default:
          return expectTypeOf(problem).toEqualTypeOf<never>();
      }
    };
    expectTypeOf(narrowed).toBeFunction();
  });
});
