import type { SigningKeyState } from '@outturn/contracts'
import type { NewKey, RegisteredKey } from './key-ring.ts'

/** A registered key as an operator sees it. */
export function registeredState(key: RegisteredKey, isLoaded: boolean): SigningKeyState {
  const { keyId, purpose, status, signsFrom, notBefore, notAfter, retiringSince, retiredAt } = key
  return { keyId, purpose, status, isLoaded, signsFrom, notBefore, notAfter, retiringSince, retiredAt }
}

/** A loaded key that no one has rotated to. */
export function waitingState({ keyId, purpose, notBefore }: NewKey): SigningKeyState {
  const open = { signsFrom: null, notAfter: null, retiringSince: null, retiredAt: null }
  return { keyId, purpose, status: 'waiting', isLoaded: true, notBefore, ...open }
}
