import type { ConditionInput, Unitization } from '@outturn/agreement'
import type { PartyKind, PartyRole, SpoolType } from '@outturn/vocabulary'
import type { Agreement, DisputePolicy, Finality } from '../model/spool.ts'

/** What a request asks to agree on, before the rules of an agreement, its ids and its digests. */
export type AgreementDraft = {
  mode: Agreement['mode']
  /** Null where the request leaves it open. */
  type: SpoolType | null
  parties: readonly PartyDraft[]
  value: Omit<Agreement['value'], 'currency'> & { currency: string }
  deliverable: Agreement['deliverable']
  /** Null where the descriptions of the conditions are the terms. */
  terms: Agreement['terms'] | null
  conditions: readonly ConditionInput[]
  /** Whether the work comes with the agreement, in the same call. */
  isDelivered: boolean
  /** The units that the value is earned in, and where the request names them and the value. */
  units: { unitization: Unitization; field: string; valueField: string } | null
  economics: Agreement['economics']
  disputePolicy: Partial<DisputePolicy>
  finality: Partial<Finality>
  reopensOnDecline: boolean
  declaredIntent: NonNullable<Agreement['declaredIntent']> | null
  recipe: NonNullable<Agreement['recipe']> | null
  /** Null where no condition was sent in plain text. */
  fieldsFrom: NonNullable<Agreement['fieldsFrom']> | null
}

export type PartyDraft = {
  role: PartyRole
  kind: PartyKind
  displayName: string
  /** Where the request names the party; null where it has the name of the account that asks, which is taken as it is. */
  nameField: string | null
  accountId?: string | undefined
  settlementAddress?: string | undefined
  contact?: string | undefined
  processorAccountId?: string | undefined
}
