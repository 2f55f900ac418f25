/** How credentials that a call makes are shown, and how a shown one is read. */
export type Handles = {
  readonly shown: (credential: string, kind: 'party' | 'sandbox') => string
  readonly real: (handle: string) => string
}

/** Over a transport without state the caller keeps its credentials itself. */
export const plainHandles: Handles = {
  shown: (credential) => credential,
  real: (handle) => handle,
}

/** A process of one caller keeps them, and shows short names. */
export function keptHandles(): Handles {
  const kept = new Map<string, string>()
  return {
    shown(credential, kind) {
      const name = `${kind}_${kept.size + 1}`
      kept.set(name, credential)
      return name
    },
    real: (handle) => kept.get(handle) ?? handle,
  }
}
