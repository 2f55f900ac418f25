import type { readRootSignature } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { findRootSigned } from '../../store/root-signature-store.ts'

export function handleReadRootSignature({ db }: SigningDeps): Handler<typeof readRootSignature> {
  return async ({ documentHash }) => {
    const found = await findRootSigned(db, documentHash)
    return { signed: found && { asOf: found.asOf, rootSignature: found.rootSignature } }
  }
}
