/** Header that says that an answer comes from the control of a reference server, and not from anything else. */
export const controlHeader = "x-knowledge-base-control";
