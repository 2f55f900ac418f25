import type { Side } from '@outturn/vocabulary'
import type { CreatedSpool, VerifiedSpool } from '@outturn/contracts'
import { acted, type Agreement, agreement, created } from '../e2e/agreement.ts'
import type { HttpAnswer, Send } from '../e2e/api.ts'
import type { Account } from '../system/operator.ts'
import type { Accounts } from './players.ts'

export const good = [
  { name: 'Aurora Robotics', website: 'https://aurora.example' },
  { name: 'Cobalt Freight', website: 'https://cobalt.example' },
]

/** What the attacks do over and over, on Spools of the buyer's and the seller's accounts. */
export interface Stage {
  /** Two companies at 2.50 USD each, accepted by the seller; `changes` replace members of the agreement. */
  accepted(changes?: Partial<Agreement>, payer?: Pick<Account, 'accountId' | 'apiKey'>): Promise<CreatedSpool>
  supply(side: Side, spool: CreatedSpool, rows: readonly object[], more?: object): Promise<HttpAnswer>
  verify(spool: CreatedSpool, body?: object): Promise<VerifiedSpool>
  settle(key: string, receiptId: string | undefined, amount: string): Promise<HttpAnswer>
}

/** The accounts are read when they are used: they may be opened later. */
export function openStage(send: Send, accounts: Pick<Accounts, 'buyer' | 'seller'>): Stage {
  let references = 0
  return {
    async accepted(changes = {}, payer = accounts.buyer) {
      const [first, second] = agreement().parties as [
        Agreement['parties'][number],
        Agreement['parties'][number],
      ]
      const parties = [
        { ...first, account_id: payer.accountId },
        { ...second, account_id: accounts.seller.accountId },
      ]
      const spool = await created(send, payer.apiKey, { parties, ...changes })
      await acted(send, accounts.seller.apiKey, `${spool.id}/accept`)
      return spool
    },
    supply: (side, spool, rows, more = {}) =>
      send(`/api/v1/spools/${spool.id}/evidence`, {
        key: side === 'buyer' ? accounts.buyer.apiKey : accounts.seller.apiKey,
        body: {
          condition_id: spool.conditions[0]?.id,
          type: 'dataset',
          source: 'export',
          metadata: { rows },
          ...more,
        },
      }),
    verify: (spool, body) => acted<VerifiedSpool>(send, accounts.buyer.apiKey, `${spool.id}/verify`, body),
    settle(key, receiptId, amount) {
      references += 1
      return send(`/api/v1/receipts/${receiptId}/consumptions`, {
        key,
        body: { consumer: 'acme-payroll', purpose: 'settlement', reference: `pay ${references}`, amount },
      })
    },
  }
}

/** Status and code of an answer, as one text. */
export function outcomeOf({ status, json }: HttpAnswer): string {
  const code = (json as { code?: string } | null)?.code
  return code === undefined ? String(status) : `${status} ${code}`
}
