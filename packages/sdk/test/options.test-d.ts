import type {
  ApiKeyContext,
  CallErrorEvent,
  CallOptions,
  CallSuccessEvent,
  ClientOptions,
  Clock,
  DetailsFirstLogger,
  DriftEvent,
  HeaderOverrides,
  Hooks,
  Logger,
  LoggerOrder,
  LogLevel,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  ValidationMode,
} from "@knowledge-base/sdk";
import { describe, expectTypeOf, it } from "vitest";

type Hook<Event> = ((event: Event) => unknown) | undefined;

describe("CallOptions", () => {
  it("has a signal and the options that can be changed for one call, and nothing else", () => {
    expectTypeOf<keyof CallOptions>().toEqualTypeOf<
      "signal" | "timeout" | "deadline" | "retries" | "headers" | "validate" | "maxResponseBytes"
    >();
    expectTypeOf<Pick<CallOptions, keyof CallOptions>>().toEqualTypeOf<{
      readonly signal?: AbortSignal | undefined;
      readonly timeout?: number | undefined;
      readonly deadline?: number | undefined;
      readonly retries?: number | undefined;
      readonly maxResponseBytes?: number | undefined;
      readonly headers?: HeaderOverrides | undefined;
      readonly validate?: ValidationMode | undefined;
    }>();
  });

  it("has the types of the client's options", () => {
    type Shared = Exclude<keyof CallOptions, "signal">;
    expectTypeOf<Pick<CallOptions, Shared>>().toEqualTypeOf<Pick<ClientOptions, Shared>>();
  });

  it("rejects options of the client", () => {
    expectTypeOf<CallOptions>().not.toHaveProperty("apiKey");
    expectTypeOf<CallOptions>().not.toHaveProperty("baseUrl");
    expectTypeOf<CallOptions>().not.toHaveProperty("fetch");
    expectTypeOf<CallOptions>().not.toHaveProperty("onRequest");
  });

  it("rejects a value of another kind", () => {
    expectTypeOf<{ timeout: string }>().not.toExtend<CallOptions>();
    expectTypeOf<{ retries: boolean }>().not.toExtend<CallOptions>();
    expectTypeOf<{ validate: "loose" }>().not.toExtend<CallOptions>();
    expectTypeOf<{ headers: { "x-trace": number } }>().not.toExtend<CallOptions>();
    expectTypeOf<{ signal: AbortController }>().not.toExtend<CallOptions>();
  });
});

describe("ClientOptions", () => {
  it("has every option, none of them required", () => {
    expectTypeOf<Pick<ClientOptions, Exclude<keyof ClientOptions, keyof Hooks>>>().toEqualTypeOf<{
      readonly baseUrl?: string | URL | undefined;
      readonly apiKey?: string | ((context: ApiKeyContext) => string | Promise<string>) | undefined;
      readonly timeout?: number | undefined;
      readonly deadline?: number | undefined;
      readonly retries?: number | undefined;
      readonly maxResponseBytes?: number | undefined;
      readonly headers?: HeaderOverrides | undefined;
      readonly validate?: ValidationMode | undefined;
      readonly fetch?: typeof globalThis.fetch | undefined;
      readonly clock?: Clock | undefined;
      readonly random?: (() => number) | undefined;
      readonly logger?: Logger | DetailsFirstLogger | undefined;
      readonly loggerOrder?: LoggerOrder | undefined;
      readonly logLevel?: LogLevel | undefined;
      readonly allowInsecureHttp?: boolean | undefined;
      readonly dangerouslyAllowBrowser?: boolean | undefined;
    }>();
  });

  it("has a hook for each event", () => {
    expectTypeOf<Pick<ClientOptions, keyof Hooks>>().toEqualTypeOf<{
      readonly onRequest?: Hook<RequestEvent>;
      readonly onResponse?: Hook<ResponseEvent>;
      readonly onRetry?: Hook<RetryEvent>;
      readonly onSuccess?: Hook<CallSuccessEvent>;
      readonly onError?: Hook<CallErrorEvent>;
      readonly onDrift?: Hook<DriftEvent>;
    }>();
  });

  it("accepts a key that is fetched when it is needed", () => {
    expectTypeOf<() => Promise<string>>().toExtend<ClientOptions["apiKey"]>();
    expectTypeOf<() => string>().toExtend<ClientOptions["apiKey"]>();
    expectTypeOf<(context: ApiKeyContext) => Promise<string>>().toExtend<ClientOptions["apiKey"]>();
    expectTypeOf<ApiKeyContext>().toEqualTypeOf<{ readonly attempt: number; readonly wasRejected: boolean }>();
    expectTypeOf<() => Promise<undefined>>().not.toExtend<ClientOptions["apiKey"]>();
  });

  it("accepts the console as its logger", () => {
    expectTypeOf<Console>().toExtend<Logger>();
    expectTypeOf<LoggerOrder>().toEqualTypeOf<"message-first" | "details-first">();
    expectTypeOf<LogLevel>().toEqualTypeOf<"debug" | "info" | "warn" | "error" | "off">();
  });

  it("accepts null in the headers, which removes a header", () => {
    expectTypeOf<{ "x-trace": string; accept: null }>().toExtend<HeaderOverrides>();
    expectTypeOf<{ "x-trace": undefined }>().not.toExtend<HeaderOverrides>();
  });

  it("knows four validation modes", () => {
    expectTypeOf<ValidationMode>().toEqualTypeOf<"strict" | "tolerant" | "report" | "off">();
  });
});
