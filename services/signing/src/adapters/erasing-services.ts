import {
  eraseAccount,
  type ErasingService,
  type ErasurePage,
  planErasure,
  repeatWithdrawal,
} from '@outturn/contracts'
import { type Bus, type ErasurePlan, planEverywhere, type RequestOptions } from '@outturn/messaging'

/** How long a caller waits, and for which request. */
export type Sent = Pick<RequestOptions, 'deadline' | 'requestId'>

type EraseOwner = {
  readonly accountId: string
  readonly after: string | null
  readonly spoolIds?: string[]
  readonly isRepeated: boolean
}

/** The services that erase their part of an account. */
export type ErasingServices = {
  /** What an erasure would change everywhere, and what blocks it. */
  plan(accountId: string, sent: Sent): Promise<ErasurePlan>
  /** Has a service erase a page of what it has. */
  erase(service: ErasingService, owner: EraseOwner, sent: Sent): Promise<ErasurePage>
  /** Has the content of an evidence item deleted again. */
  withdraw(content: { spoolId: string; evidenceId: string }, sent: Sent): Promise<void>
}

const principal = { kind: 'service', service: 'signing' } as const

export function erasingServicesOver(bus: Pick<Bus, 'request'>): ErasingServices {
  return {
    plan: (accountId, sent) =>
      planEverywhere(
        (service, page) => bus.request(planErasure(service), page, { ...sent, principal }),
        accountId,
      ),
    erase: (service, owner, sent) => bus.request(eraseAccount(service), owner, { ...sent, principal }),
    async withdraw(content, sent) {
      await bus.request(repeatWithdrawal, content, { ...sent, principal })
    },
  }
}
