/** A server or a command cannot do its work; the message is one sentence that says why, for whoever runs it. */
export class Failure extends Error {}
