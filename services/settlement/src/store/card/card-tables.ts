import type { CardProblem, Hold } from '../../domain/card/card-settlement.ts'

export type CardHoldTable = {
  settlement_id: string
  n: number
  cents: bigint
  fee_cents: bigint
  payment_method: string | null
  description: string
  return_url: string
  state: Hold['state']
  end_reason: Hold['end']
  session_id: string | null
  intent_id: string | null
  url: string | null
  capture_before: Date | null
  warnings: number
  is_released: boolean
  problem: CardProblem | null
  tries: number
  asked_at: Date
  asked_by: string | null
}

export type PayoutAccountTable = {
  payee_id: string
  account_id: string | null
  tries: number
  created_at: Date
  is_ready: boolean | null
  news_version: number
  spool_id: string | null
  look_at: Date | null
}
