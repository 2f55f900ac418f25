import { type SigningPurpose, signingPurposes } from '@outturn/contracts'

/** What a key signs. Each purpose has keys of its own, so that no signature can be taken for another kind. */
export const purposes = signingPurposes
export type Purpose = SigningPurpose
