import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { assertSandboxParty } from './sandbox-party.ts'
import { spoolLines } from './spool-lines.ts'

export interface AcceptOptions extends ConnectionOptions {
  /** Party that the sandbox session acts as. */
  readonly as?: string
  readonly yes?: boolean
  /** Hash of the agreement that was read; other terms are not accepted. */
  readonly hash?: string
}

/** Accepts the terms that were shown: where they change meanwhile, nothing is accepted. */
export async function runAcceptSpool(id: string, options: AcceptOptions, host: Host): Promise<ExitStatus> {
  assertSandboxParty(options)
  const { client } = openClient(options, host)
  const { signal, output } = host
  const spool = await client.spools.get(id, { signal })
  const hash = options.hash ?? spool.agreement.agreement_hash
  if (!options.yes && options.hash === undefined) {
    if (host.ask === null) {
      throw new UnusableInput(
        `Say that the terms of ${id} are accepted: --yes for those that it has now, or --hash for those that you have read.`,
      )
    }
    for (const line of spoolLines(spool, options)) output.complain(line)
    const answer = await host.ask('Accept these terms? [y/N] ')
    if (!/^y(?:es)?$/i.test(answer?.trim() ?? '')) {
      output.complain('Nothing was accepted.')
      return exitStatus.differs
    }
  }
  const quote = spool.pricing_quote?.quote_digest
  const body = { agreement_hash: hash, ...(quote !== undefined && { quote_digest: quote }) }
  const accepted = await (options.sandbox
    ? client.sandbox.spools.accept(id, body, { actAsParty: options.as, signal })
    : client.spools.accept(id, body, { signal }))
  printAnswer(host, options, accepted, () => spoolLines(accepted, options))
  return exitStatus.agrees
}
