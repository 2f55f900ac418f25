import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { CheckoutSession } from './checkout-sessions.ts'
import type { ConnectedAccount } from './connected-accounts.ts'
import type { PaymentIntent } from './payment-intents.ts'
import type { Dispute, Refund } from './reversals.ts'
import { LocalServerError } from '../local-server-error.ts'

/** What outlives a server in its file. */
export type KeptState = {
  /** Where the server listened: its pages have addresses that others remember. */
  readonly port: number | null
  readonly intents: readonly PaymentIntent[]
  readonly sessions: readonly CheckoutSession[]
  readonly accounts: readonly ConnectedAccount[]
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
}

/** What the server before left; nothing without a file. */
export function readKept(file: string | undefined): KeptState {
  const nothing: KeptState = {
    port: null,
    intents: [],
    sessions: [],
    accounts: [],
    refunds: [],
    disputes: [],
  }
  if (file === undefined || !existsSync(file)) return nothing
  return { ...nothing, ...parsed(file) }
}

function parsed(file: string): Partial<KeptState> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<KeptState>
  } catch (error) {
    throw new LocalServerError(
      `${file}, the state of the test card processor, cannot be read: ${(error as Error).message}`,
      'Put it back from a backup, or delete it: the processor then forgets its payments.',
      { cause: error },
    )
  }
}

/** Replaces the file as a whole: a server that is killed meanwhile leaves the one before. */
export function keep(file: string | undefined, state: KeptState): void {
  if (file === undefined) return
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
  renameSync(draft, file)
}
