import type { AccountErasure } from '@outturn/contracts'
import type { ErasureRequest, StoredErasure } from '../../store/accounts/erasure-store.ts'

export function requestView({ accountId, requestedBy, expiresAt }: ErasureRequest): AccountErasure {
  return {
    accountId,
    state: 'requested',
    requestedBy,
    expiresAt: expiresAt.toISOString(),
    approvedBy: null,
    listedAt: null,
    erasedAt: null,
    waitsFor: [],
  }
}

export function erasureView(erasure: StoredErasure): AccountErasure {
  const { subject, requestedBy, approvedBy, listedAt, appliedAt, waitsFor } = erasure
  return {
    accountId: subject,
    state: appliedAt === null ? 'erasing' : 'erased',
    requestedBy,
    expiresAt: null,
    approvedBy,
    listedAt: listedAt.toISOString(),
    erasedAt: appliedAt?.toISOString() ?? null,
    waitsFor: [...waitsFor],
  }
}
