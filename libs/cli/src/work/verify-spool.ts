import type { Spool } from '@outturn/sdk'
import { confirmationOutcomes } from '@outturn/vocabulary'
import type { ConnectionOptions } from '../command.ts'
import { type Connection, openClient } from '../connection/open-client.ts'
import { verdictLines } from '../deliver/verdict-lines.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { shown } from '../terminal/shown.ts'
import { stylesOf } from '../terminal/styles.ts'
import { hintCommands, nextLines } from '../spool/next-lines.ts'
import { assertSandboxParty } from '../spool/sandbox-party.ts'

export interface VerifyOptions extends ConnectionOptions {
  /** Confirmations, each as CONDITION=OUTCOME. */
  readonly confirm?: readonly string[]
  /** Party that the sandbox session acts as. */
  readonly as?: string
  readonly dryRun?: boolean
  readonly save?: string
  readonly force?: boolean
}

/** Verifies what was delivered to a Spool; with --dry-run it only says what the verdict would be. */
export async function runVerifySpool(id: string, options: VerifyOptions, host: Host): Promise<ExitStatus> {
  if (options.save !== undefined) assertSavable(options.save, options)
  assertSandboxParty(options)
  const outcomes = (options.confirm ?? []).map(outcomeOf)
  const { client } = openClient(options, host)
  const { signal } = host
  const body =
    outcomes.length === 0
      ? {}
      : { confirmations: confirmations(await client.spools.get(id, { signal }), outcomes) }
  return options.dryRun
    ? previewVerdict(client, id, body, options, host)
    : makeVerdict(client, id, body, options, host)
}

type Client = Connection['client']
type Body = { confirmations?: ReturnType<typeof confirmations> }

async function previewVerdict(client: Client, id: string, body: Body, options: VerifyOptions, host: Host) {
  const { signal } = host
  const [preview, spool] = await Promise.all([
    client.spools.previewVerification(id, body, { signal }),
    client.spools.get(id, { signal }),
  ])
  printAnswer(host, options, preview, () => [
    ...verdictLines(preview, {
      isUnitized: preview.unitization !== null,
      styles: stylesOf(host.env, host.isTerminal.output),
      remedy: (hint) => hintCommands(hint, { id, connection: options, spool }),
    }),
    ...preview.awaits.map(({ condition_id, side }) => `Waits for the ${side} to confirm ${condition_id}.`),
    `This was a dry run: nothing was charged or stored. ${preview.previews_left} are left today.`,
  ])
  return preview.result === 'pass' ? exitStatus.agrees : exitStatus.differs
}

async function makeVerdict(client: Client, id: string, body: Body, options: VerifyOptions, host: Host) {
  const { signal } = host
  const verified = await (options.sandbox
    ? client.sandbox.spools.verify(id, body, { actAsParty: options.as, signal })
    : client.spools.verify(id, body, { signal }))
  const { save, force } = options
  if (save !== undefined) await saveFile(save, `${JSON.stringify(verified, null, 2)}\n`, { force })
  const { receipt, receipt_url: page, next_step: next, unchanged } = verified
  const result = verified.status.verification
  printAnswer(host, options, verified, () => [
    ...(receipt === null && verified.verification_run_id === null
      ? [`No verdict yet: ${shown(next.reason)}`, ...nextLines(verified, options).slice(1)]
      : verdictLines(
          { ...verified, result },
          {
            isUnitized: verified.unitization !== null,
            styles: stylesOf(host.env, host.isTerminal.output),
            remedy: (hint) => hintCommands(hint, { id, connection: options, spool: verified }),
          },
        )),
    ...(unchanged ? ['Nothing has changed since the last run, so nothing was run or charged.'] : []),
    ...(receipt === null ? [] : [`Receipt: ${receipt.id}`]),
    ...(page === null ? [] : [`Page: ${shown(page)}`]),
  ])
  if (save !== undefined) note(host, `The answer with its receipt is in ${save}.`)
  return result === 'pass' ? exitStatus.agrees : exitStatus.differs
}

type Outcome = (typeof confirmationOutcomes)[number]

function outcomeOf(text: string): { id: string; outcome: Outcome } {
  const [, id, outcome] = /^(cond_\w+)=(\w+)$/.exec(text) ?? []
  const known = confirmationOutcomes.find((each) => each === outcome)
  if (id !== undefined && known !== undefined) return { id, outcome: known }
  throw new UnusableInput(
    `--confirm ${text} is not a confirmation: write CONDITION=OUTCOME, such as cond_…=passed. Outcomes: ${confirmationOutcomes.join(', ')}.`,
  )
}

/** Confirmations of the evidence that the Spool shows now: where it changes meanwhile, nothing is confirmed. */
function confirmations({ conditions }: Spool, outcomes: readonly { id: string; outcome: Outcome }[]) {
  return outcomes.map(({ id, outcome }) => {
    const condition = conditions.find((each) => each.id === id)
    if (condition === undefined) throw new UnusableInput(`The Spool has no condition ${id}.`)
    const { confirmation, confirmation_method: method = 'buyer_confirm' } = condition
    return {
      condition_id: id,
      method,
      outcome,
      evidence_refs: confirmation?.evidence_ids ?? [],
      ...(typeof confirmation?.evidence_digest === 'string' && {
        evidence_digest: confirmation.evidence_digest,
      }),
    }
  })
}
