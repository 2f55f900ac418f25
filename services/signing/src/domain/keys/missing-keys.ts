import {
  type Environment,
  type SigningPurpose,
  signingPurposes,
  verificationPurposes,
} from '@outturn/vocabulary'
import { type RegisteredKey, signingKey } from './key-ring.ts'

/** A purpose that this process signs nothing for: no key is active for it, or the active one is not loaded here. */
export type MissingKey = { readonly purpose: SigningPurpose; readonly keyId: string | null }

export function findMissingKeys(
  ring: readonly RegisteredKey[],
  holds: (keyId: string) => boolean,
  at: string,
): MissingKey[] {
  return signingPurposes.flatMap((purpose) => {
    const key = signingKey(ring, purpose, at)
    return key !== undefined && holds(key.keyId) ? [] : [{ purpose, keyId: key?.keyId ?? null }]
  })
}

/** Those of the missing keys that a verification cannot be signed without. */
export function missingForVerification(missing: readonly MissingKey[]): MissingKey[] {
  return missing.filter(({ purpose }) =>
    (verificationPurposes as readonly SigningPurpose[]).includes(purpose),
  )
}

/** What is wrong, for people. */
export function describeMissingKeys(environment: Environment, missing: readonly MissingKey[]): string {
  const absent = missing.filter(({ keyId }) => keyId === null).map(({ purpose }) => purpose)
  const unloaded = missing.flatMap(({ purpose, keyId }) => (keyId === null ? [] : [`${purpose} (${keyId})`]))
  return [
    ...(absent.length > 0 ? [`No key is active in ${environment} for ${absent.join(', ')}.`] : []),
    ...(unloaded.length > 0 ? [`The active key is not loaded here for ${unloaded.join(', ')}.`] : []),
    'What it signs is refused; reads are answered.',
  ].join(' ')
}

/** What an operator does about it, as commands. */
export function adviceOnMissingKeys(environment: Environment, missing: readonly MissingKey[]): string {
  const admin =
    environment === 'production' ? 'npm run admin --' : `npm run admin -- --environment ${environment}`
  return missing
    .map(({ purpose, keyId }) =>
      keyId === null
        ? `${admin} keys create --purpose ${purpose} && ${admin} keys rotate --purpose ${purpose} --now --reason "…"`
        : `put the file of ${keyId} into the folder of the signing keys`,
    )
    .join('\n')
}
