import type { Spool } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { nextLines } from '../spool/next-lines.ts'
import { assertSandboxParty } from '../spool/sandbox-party.ts'

export interface ConfirmOptions extends ConnectionOptions {
  readonly detail?: string
  /** Party that the sandbox session acts as. */
  readonly as?: string
}

/** Says of conditions that people decide whether the delivery meets them. What is confirmed is what the Spool shows now. */
export async function runConfirmCondition(
  id: string,
  answers: readonly string[],
  options: ConfirmOptions,
  host: Host,
): Promise<ExitStatus> {
  assertSandboxParty(options)
  const outcomes = answers.map(outcomeOf)
  const { client } = openClient(options, host)
  const { signal } = host
  const { detail, sandbox, as } = options
  let spool: Spool = await client.spools.get(id, { signal })
  for (const { conditionId, outcome } of outcomes) {
    const condition = spool.conditions.find((each) => each.id === conditionId)
    if (condition === undefined) throw new UnusableInput(`The Spool has no condition ${conditionId}.`)
    const { confirmation_method: method = 'buyer_confirm', confirmation } = condition
    const digest = confirmation?.evidence_digest ?? undefined
    spool = await (sandbox
      ? client.sandbox.spools.confirm(
          id,
          {
            condition_id: conditionId,
            method,
            outcome,
            evidence_refs: confirmation?.evidence_ids ?? [],
            ...(digest !== undefined && { evidence_digest: digest }),
            ...(detail !== undefined && { detail }),
          },
          { actAsParty: as, signal },
        )
      : client.spools.confirm(spool, { condition_id: conditionId, outcome, method, detail }, { signal }))
  }
  printAnswer(host, options, spool, () => [
    ...outcomes.map(({ conditionId, outcome }) => `${conditionId} is ${outcome} by your confirmation.`),
    ...nextLines(spool, options),
  ])
  return exitStatus.agrees
}

function outcomeOf(text: string): { conditionId: string; outcome: 'passed' | 'failed' } {
  const [, conditionId, outcome] = /^(cond_\w+)=(passed|failed)$/.exec(text) ?? []
  if (conditionId === undefined || outcome === undefined) {
    throw new UnusableInput(
      `${text} is not a confirmation: write CONDITION=passed or CONDITION=failed, such as cond_…=passed. outturn spool show lists the conditions.`,
    )
  }
  return { conditionId, outcome: outcome === 'passed' ? 'passed' : 'failed' }
}
