/** A server or a command cannot do its work. The message is one sentence that tells the operator why. */
export class Failure extends Error {}
