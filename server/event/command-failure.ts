/** A command cannot do its work; the message is one sentence for the organiser. */
export class CommandFailure extends Error {}
