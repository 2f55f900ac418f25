import { every, type Metrics, type SweepPlan } from '@outturn/service'
import type { SigningDeps } from '../deps.ts'
import { findKeyDocument } from '../store/key-store.ts'
import { findNewestRootSigned, findRootSigned } from '../store/root-signature-store.ts'

const intervalMs = 60_000

/** Watches whether a root key has signed the key document as it is, and when; says nothing where no root key is used. */
export function watchRootSignature(
  metrics: Metrics,
  { environment, db, clock }: Pick<SigningDeps, 'environment' | 'db' | 'clock'>,
): SweepPlan {
  let state: { readonly isSigned: boolean; readonly asOf: string } | null = null
  const labels = { environment }
  const gauge = { kind: 'gauge', labels: ['environment'] } as const
  metrics.observe({
    ...gauge,
    name: 'key_document_root_signed',
    help: '1 while the key document is signed by a root key as it is published now; 0 after a change that none has signed.',
    read: () => (state === null ? [] : [{ labels, value: state.isSigned ? 1 : 0 }]),
  })
  metrics.observe({
    ...gauge,
    name: 'key_document_root_signature_age_seconds',
    help: 'Time since a root key signed the key document last.',
    read: () =>
      state === null ? [] : [{ labels, value: (clock.now().getTime() - Date.parse(state.asOf)) / 1_000 }],
  })
  return every(intervalMs, 'watch-root-signature', async () => {
    const newest = await findNewestRootSigned(db)
    if (newest === null) return
    const document = await findKeyDocument(db)
    const current = document === null ? null : await findRootSigned(db, document.hash)
    state = { isSigned: current !== null, asOf: (current ?? newest).asOf }
  })
}
