import { nodeSuite } from '@outturn/canonical/node'
import { operatorName, recordRootSignature } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction, remembered } from '@outturn/postgres/typed'
import type { SigningDeps } from '../../deps.ts'
import { rootSignedOf } from '../../domain/keys/root-signed.ts'
import { recordRootSigned } from '../../store/root-signature-store.ts'

/** The private root key is on no machine of the deployment; what it signed is brought by an operator. */
export function handleRecordRootSignature({ db }: SigningDeps): Handler<typeof recordRootSignature> {
  return async ({ document, publicKey }, { commandId, bodyDigest, principal, now }) => {
    const signed = rootSignedOf(document, publicKey, nodeSuite)
    const identity = { commandId, bodyDigest, command: recordRootSignature.name }
    return inTransaction(db, (tx) =>
      remembered(tx, identity, async () => {
        await recordRootSigned(tx, signed, { recordedBy: operatorName(principal), now })
        const { documentHash, asOf, rootSignature } = signed
        return { documentHash, rootKeyId: rootSignature.key_id, asOf }
      }),
    )
  }
}
