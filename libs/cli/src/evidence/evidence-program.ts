import { type AddCommands, addressed, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { WithdrawOptions } from './withdraw-evidence.ts'

const someIds = 'spl_0123456789abcdef01234567 ev_0123456789abcdef01234567'

/** Adds `evidence`, what is done with evidence that was submitted. */
export const addEvidenceCommands: AddCommands = (program, context) => {
  const evidence = program
    .command('evidence')
    .description('delete the content of evidence that you submitted')
  addressed(
    evidence
      .command('withdraw')
      .description('delete the content of an evidence item for good; receipts and digests stay valid')
      .argument('<spool>', 'ID of the Spool')
      .argument('<evidence>', 'ID of the evidence item')
      .option('--yes', 'do not ask'),
  )
    .addHelpText('after', examples(`outturn evidence withdraw ${someIds} --yes`))
    .action((spoolId: string, evidenceId: string, options: WithdrawOptions) =>
      runAction(context, options, async () => {
        const { runWithdrawEvidence } = await import('./withdraw-evidence.ts')
        return runWithdrawEvidence(spoolId, evidenceId, options, context.host)
      }),
    )
}
