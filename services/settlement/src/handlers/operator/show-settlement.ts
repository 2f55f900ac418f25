import { absent, type showSettlement } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { anomalyRow, settlementRow } from '../../domain/operator/rows.ts'
import { isGranted } from '../../domain/grants/settlement-grant.ts'
import { listAnomalies } from '../../store/anomaly-store.ts'
import { isHeldSpool } from '../../store/hold-store.ts'
import { actionsOf } from '../../store/operator-store.ts'
import { type DatedSettlement, findDatedSettlement, transfersOf } from '../../store/settlement-list.ts'
import { readGrants, type StoredGrant } from '../../store/grant-store.ts'
import { type KnownSlot, readSlotsOf } from '../../store/slot-store.ts'

const mostAnomalies = 1_000

export function handleShowSettlement({ db, pool }: SettlementDeps): Handler<typeof showSettlement> {
  return async ({ reference }) => {
    const found = await findDatedSettlement(db, reference)
    const spoolId = found?.settlement.spoolId ?? reference
    const id = found?.settlement.id ?? reference
    const grants = await readGrants(pool, spoolId)
    if (found === null && grants.length === 0) throw absent('There is no such settlement.')
    const legs = found?.lane === 'wallet' ? found.legs : []
    const holds = found?.lane === 'card' ? found.holds : []
    const [isHeldByCase, slots, books, anomalies, actions] = await Promise.all([
      isHeldSpool(pool, spoolId),
      readSlotsOf(pool, spoolId),
      transfersOf(db, id),
      listAnomalies(db, { isOpen: false, settlementId: id, limit: mostAnomalies }),
      actionsOf(db, id),
    ])
    return {
      settlement: found === null ? [] : [settlementRow(found)],
      terms: found === null ? null : termsOf(found, isHeldByCase),
      legs: legs.map(({ kind, attempt, state, cents, nonce, validBefore, transaction }) => ({
        ...{ leg: kind, attempt, state, nonce, transaction, cents: Number(cents) },
        validBefore: new Date(validBefore * 1_000).toISOString(),
      })),
      holds: holds.map(({ n, state, end, problem, cents, intentId, captureBefore }) => ({
        ...{ hold: n, state, end, problem, cents: Number(cents), paymentIntent: intentId },
        holdEndsAt: captureBefore?.toISOString() ?? null,
      })),
      grants: grants.map(grantRow),
      transactions: slots.flatMap(({ purpose, nonce, state, versions }) =>
        versions.map(({ n, hash, fees, signedAt }) => ({
          ...{ ...carriedBy(purpose, grants), signerNonce: nonce, state, version: n, transaction: hash },
          maxFeePerGas: String(fees.maxFeePerGas),
          signedAt: signedAt.toISOString(),
        })),
      ),
      books: books.map(({ key, from, to, micros, at }) => ({
        ...{ key, from, to, micros: String(micros) },
        at: at.toISOString(),
      })),
      anomalies: anomalies.map(anomalyRow),
      actions: actions.map(({ kind, reason, evidence, doneBy, at }) => ({
        ...{ kind, reason, evidence, doneBy },
        at: at.toISOString(),
      })),
    }
  }
}

function grantRow(grant: StoredGrant) {
  const { generation, permission, permissionHash, allowanceCents, revocation } = grant
  return {
    ...{ generation, permissionHash, isGranted: isGranted(grant) },
    allowanceCents: Number(allowanceCents),
    endsAt: new Date(Number(permission.end) * 1_000).toISOString(),
    revokedAt: revocation?.at.toISOString() ?? null,
    revokedBy: revocation?.by ?? null,
    revokedIn: revocation?.transaction ?? null,
  }
}

/** What a transaction carries: an attempt at a leg, or the release of a grant by its generation. */
function carriedBy(purpose: KnownSlot['purpose'], grants: readonly StoredGrant[]) {
  if (purpose.for === 'leg') return { carries: purpose.kind, n: purpose.attempt }
  const grant = grants.find(({ permissionHash }) => permissionHash === purpose.permissionHash)
  return { carries: 'release' as const, n: grant?.generation ?? 0 }
}

function termsOf(found: DatedSettlement, isHeldByCase: boolean) {
  const { settlement, nextAt } = found
  return {
    ...partiesOf(found),
    receiptId: settlement.due?.receiptId ?? null,
    isDisputed: isHeldByCase,
    nextLookAt: nextAt?.toISOString() ?? null,
  }
}

/** Who pays and who is paid: by addresses on a chain, or by an account here and one at the processor of cards. */
function partiesOf(found: DatedSettlement) {
  if (found.lane === 'card') {
    const { accountId, destination } = found.settlement
    return { payer: accountId, payee: destination, feeRecipient: 'platform', chainId: null, token: null }
  }
  const { payer, payee, feeRecipient, token } = found.settlement
  return { payer, payee, feeRecipient, chainId: token.chainId, token: token.address }
}
