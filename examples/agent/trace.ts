import type { Model } from "./model.ts";

/** Prints the last message to a model, and its reply. */
export function traced(model: Model): Model {
  return async (messages, tools) => {
    const last = messages.at(-1);
    if (last && "text" in last) print(last.role, last.text);
    const reply = await model(messages, tools);
    print("model", "text" in reply ? reply.text : `${reply.call.tool} ${JSON.stringify(reply.call.input)}`);
    return reply;
  };
}

/** Simulates a person at a terminal. */
export function personWhoSays(answer: "yes" | "no"): (question: string) => Promise<boolean> {
  return async (question) => {
    print("asks", `${question} The person says ${answer}.`);
    return answer === "yes";
  };
}

/** Prints a line, and truncates it if it is long. */
export function print(who: string, text: string): void {
  const line = `${who.padEnd(6)} ${text.replaceAll("\n", " ")}`;
  console.log(line.length > 118 ? `${line.slice(0, 117)}…` : line.trimEnd());
}
