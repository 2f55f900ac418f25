import { invalidState } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { ErasingServices } from '../../adapters/erasing-services.ts'

const shown = 3

/** Refuses while something of the account is open, with what is to be done about the first of it. */
export async function assertErasable(
  { services }: { readonly services: ErasingServices },
  accountId: string,
  { requestId, deadline }: Pick<CommandContext, 'deadline' | 'requestId'>,
): Promise<void> {
  const { blockers } = await services.plan(accountId, { requestId, deadline })
  const [first] = blockers
  if (first === undefined) return
  const more = blockers.length - shown
  const messages = blockers.slice(0, shown).map(({ message }) => message)
  throw invalidState(
    `The account cannot be erased yet. ${messages.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
    { reason: 'not_erasable_yet', remediation: first.remediation },
  )
}
