import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'

export interface WithdrawOptions extends ConnectionOptions {
  readonly yes?: boolean
}

/** Deletes the content of an item for good; what that means is said, and confirmed, before. */
export async function runWithdrawEvidence(
  spoolId: string,
  evidenceId: string,
  options: WithdrawOptions,
  host: Host,
): Promise<ExitStatus> {
  if (!options.yes) {
    const warning = `This deletes the content of ${evidenceId} for good. The receipt and its digests stay valid; what was judged on that content can no longer be repeated.`
    if (host.ask === null) throw new UnusableInput(`${warning}\nSay that it is meant: --yes`)
    host.output.complain(warning)
    if (!/^y(?:es)?$/i.test((await host.ask('Go on? [y/N] '))?.trim() ?? '')) {
      host.output.complain('Nothing was changed.')
      return exitStatus.differs
    }
  }
  const { client } = openClient(options, host)
  const withdrawn = await client.spools.withdrawEvidence(spoolId, evidenceId, { signal: host.signal })
  printAnswer(host, options, withdrawn, () => [
    `The content of ${withdrawn.evidence_id} was deleted at ${withdrawn.withdrawn_at}.`,
    `Its digest stays in the receipt: ${withdrawn.content_digest}`,
  ])
  return exitStatus.agrees
}
