const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A code and a link are good for this long, ms. */
export const requestMs = 15 * minuteMs
/** Wrong codes of one request; it ends with the last. */
export const maxAttempts = 5
/** Wrong codes of one address in an hour. */
export const maxAttemptsOfHour = 20
/** Sign-in mails of one address. */
export const mailsOfAddress = { shortMs: 15 * minuteMs, short: 3, longMs: 24 * hourMs, long: 10 } as const
/** Mails of one session that ask for a proof, in the shorter time. */
export const proofsOfSession = 5
/** Requests of one client in an hour. */
export const requestsOfClient = 20
/** Sign-in mails of the deployment in an hour. */
export const mailsOfHour = 1_000
export const limitWindowMs = hourMs
/** How long a request is kept, so that the limits of a day can be counted, ms. */
export const keptMs = 24 * hourMs
