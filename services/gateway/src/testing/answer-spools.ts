import {
  absentSpool,
  acceptSpool,
  commitSpool,
  explainActions,
  listSpoolEvents,
  readSpool,
  storeConflict,
} from '@outturn/contracts'
import { type CommandContext, on } from '@outturn/messaging'
import { buyersSpool, explainedFor } from '../console/pages/spools/spool-view.fixture.ts'
import type { OpenGateway } from './open-gateway.ts'

/** A command that a fake spool service was sent. */
export type SentToSpool = { readonly name: string; readonly input: object; readonly context: CommandContext }

/** Answers for the spool service with one Spool of these accounts, which for every other does not exist; keeps the commands. */
export async function answerSpools(
  gateway: OpenGateway,
  accounts: ReadonlySet<string>,
): Promise<SentToSpool[]> {
  const spool = buyersSpool()
  const sent: SentToSpool[] = []
  const ownSpool = ({ principal }: CommandContext) => {
    if (principal.kind !== 'account' || !accounts.has(principal.accountId)) throw absentSpool()
    return spool
  }
  await gateway.answerAs('spool', 'production', [
    on(readSpool, async (_, context) => ownSpool(context)),
    on(explainActions, async (_, context) => {
      ownSpool(context)
      return explainedFor(['accept', 'commit'])
    }),
    on(listSpoolEvents, async (_, context) => {
      ownSpool(context)
      return { data: [], has_more: false }
    }),
    on(acceptSpool, async (input, context) => {
      sent.push({ name: 'accept', input, context })
      if (input.expectedVersions?.includes(spool.version) === false) {
        throw storeConflict('Another version.', { reason: 'version_mismatch' })
      }
      return spool
    }),
    on(commitSpool, async (input, context) => {
      sent.push({ name: 'commit', input, context })
      return spool
    }),
  ])
  return sent
}
