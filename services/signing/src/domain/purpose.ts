/** What a key signs. Each purpose has keys of its own, so that no signature can be taken for another kind. */
export const purposes = ['receipt', 'attestation', 'status'] as const
export type Purpose = (typeof purposes)[number]
