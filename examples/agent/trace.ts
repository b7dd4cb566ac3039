import type { Model } from "./model.ts";

/** Prints what a model reads last and what it replies. */
export function traced(model: Model): Model {
  return async (messages, tools) => {
    const last = messages.at(-1);
    if (last && "text" in last) print(last.role, last.text);
    const reply = await model(messages, tools);
    print("model", "text" in reply ? reply.text : `${reply.call.tool} ${JSON.stringify(reply.call.input)}`);
    return reply;
  };
}

/** Stands in for a person at a terminal. */
export function personWhoSays(answer: "yes" | "no"): (question: string) => Promise<boolean> {
  return async (question) => {
    print("asks", `${question} The person says ${answer}.`);
    return answer === "yes";
  };
}

/** Prints a line, which is cut where it is long. */
export function print(who: string, text: string): void {
  const line = `${who.padEnd(6)} ${text.replaceAll("\n", " ")}`;
  console.log(line.length > 118 ? `${line.slice(0, 117)}…` : line.trimEnd());
}
