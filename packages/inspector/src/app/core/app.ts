import type { Delivery } from "@knowledge-base/server";
import { Cache, type Loaded } from "./cache.ts";
import { ControlClient, type ControlOutput, type ControlPath } from "./control-client.ts";
import { findInvalidFields } from "./find-invalid-fields.ts";
import type { Model } from "./model.ts";
import { RequestLog } from "./request-log.ts";
import { readRoute } from "./route.ts";

/** Milliseconds for which a message about a success is shown. */
const noticeMs = 6000;

/** Groups of controls that read one part of the server. All others read its records. */
const parts = ["deliveries", "faults", "clock"];

/** What the views show, and what they can do. */
export class App {
  readonly controls: ControlClient;
  readonly requests = new RequestLog();
  readonly #cache = new Cache(() => this.#scheduleRender());
  readonly #render: (app: App) => void;
  #isScheduled = false;
  #noticeTimer = 0;
  #model: Model = {
    route: readRoute(),
    isAuthorized: true,
    isTokenRejected: false,
    connection: "connecting",
    organizationId: null,
    filter: { text: "", outcome: "all" },
    notice: undefined,
    trial: undefined,
    shownItems: {},
    form: undefined,
    failure: undefined,
    snippet: undefined,
  };

  constructor(token: string, render: (app: App) => void) {
    this.#render = render;
    this.controls = new ControlClient(token, () =>
      this.update({ isAuthorized: false, isTokenRejected: this.controls.token !== "" }),
    );
  }

  get model(): Model {
    return this.#model;
  }

  /** The newest deliveries, oldest first. */
  get deliveries(): readonly Delivery[] {
    return this.use("deliveries/list").value ?? [];
  }

  /** Changes the model. The page is rendered with the next frame, because there may be many changes. */
  update(change: Partial<Model>): void {
    this.#model = { ...this.#model, ...change };
    this.#scheduleRender();
  }

  /** Returns the result of a control, which is called when a view first uses it and whenever the result may have changed. */
  use<Path extends ControlPath>(
    path: Path,
    input: object = {},
    organizationId?: string | null,
  ): Loaded<ControlOutput<Path>> {
    const part = parts.find((name) => path.startsWith(`${name}/`)) ?? "records";
    const key = `${organizationId ?? ""}|${part}|${path}|${JSON.stringify(input)}`;
    return this.#cache.use(key, () => this.controls.call(path, input, organizationId));
  }

  /** Returns a value that several controls are needed for. It is loaded when a view first uses it, and does not change. */
  useConstant<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
    return this.#cache.use(`constant|${key}`, load);
  }

  /** Marks the results of controls as changed: those of an organization, or of one of its parts, such as `records`. */
  invalidate(organizationId?: string | null, part = ""): void {
    this.#cache.invalidate(organizationId === undefined ? "" : `${organizationId ?? ""}|${part}`);
  }

  /** Executes what the user asked for, and shows whether it succeeded. Returns undefined if it did not. */
  perform<Output>(done: string, task: () => Promise<Output>): Promise<Output | undefined> {
    return this.attempt(async () => {
      const output = await task();
      this.notify({ kind: "done", text: done });
      return output;
    });
  }

  /** Executes a task, and shows if it did not succeed. Returns undefined then. */
  async attempt<Output>(task: () => Promise<Output>): Promise<Output | undefined> {
    try {
      return await task();
    } catch (error) {
      this.notify({ kind: "failed", text: messageOf(error) });
      return undefined;
    }
  }

  /**
   * Executes what a form is for. If it does not succeed, the form shows why. Returns undefined then.
   *
   * @param form - name of the form
   * @param fields - what the user typed, by the name of the field
   */
  async submit<Output>(
    form: string,
    fields: Readonly<Record<string, string>>,
    done: string,
    task: () => Promise<Output>,
  ): Promise<Output | undefined> {
    this.update({ failure: undefined });
    try {
      const output = await task();
      this.notify({ kind: "done", text: done });
      return output;
    } catch (error) {
      const message = messageOf(error);
      this.update({ failure: { form, message, fields: findInvalidFields(fields, message) } });
      return undefined;
    }
  }

  /** Opens a form, or closes it if it is open. */
  toggleForm(form: string): void {
    this.update({ form: this.#model.form === form ? undefined : form, failure: undefined });
  }

  notify(notice: Model["notice"]): void {
    clearTimeout(this.#noticeTimer);
    this.update({ notice });
    if (notice?.kind !== "done") return;
    this.#noticeTimer = setTimeout(() => this.update({ notice: undefined }), noticeMs) as unknown as number;
  }

  #scheduleRender(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#cache.beginRendering();
      this.#render(this);
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
