/** A challenge is signed within this time, ms. */
export const challengeMs = 5 * 60_000
/** Passkeys of one person. */
export const maxPasskeys = 10
/** Longest name of a passkey, characters. */
export const maxNameLength = 60
/** Longest answer of a browser, characters. */
export const maxResponseLength = 16_384
