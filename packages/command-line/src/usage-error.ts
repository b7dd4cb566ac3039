/** Thrown if the arguments of a command, or the environment variables of its flags, are wrong. Its message is a clause without a full stop. */
export class UsageError extends Error {}
