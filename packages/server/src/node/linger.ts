/**
 * How long a connection that is refused goes on reading what its client still sends. A connection that closes with
 * something unread is reset, and the client may then lose the answer.
 */
export const lingerMs = 1000;
