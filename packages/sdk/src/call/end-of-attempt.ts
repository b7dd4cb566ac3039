import { Failure } from "../errors/failure.ts";

/** Returns the failure of an attempt whose signal was aborted: that of the call, or the timeout of ky. */
export function endOfAttempt({ reason }: AbortSignal): Failure {
  return reason instanceof Failure ? reason : new Failure("timeout", "the attempt has timed out.", {}, { code: "timeout" });
}

/** Settles like the work, or rejects as soon as the signal is aborted, which functions of the caller may ignore. */
export function untilEnded<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(endOfAttempt(signal));
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    const release = () => signal.removeEventListener("abort", end);
    work.then(resolve, reject).then(release);
  });
}
