import {
  type CommandInput,
  type CommandOutput,
  findReceiptOfRun,
  issueReceipt,
  readAttestation,
  readDocumentsOfRun,
  readSigningState,
  type Refusal,
  unavailable,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { RunRequest } from '../store/run-process.ts'
import type { AskContext, AssertSigns, RecoveryEpochs, SpoolDeps } from '../deps.ts'

/** Has the receipt and the attestation of a run signed, once for each run: a repetition gets the same bytes. */
export function issuedReceipt(
  { bus }: Pick<SpoolDeps, 'bus'>,
  request: CommandInput<typeof issueReceipt>,
  drive: Pick<Parameters<SpoolDeps['bus']['request']>[2], 'principal' | 'requestId' | 'deadline'>,
): Promise<CommandOutput<typeof issueReceipt>> {
  const { principal, requestId, deadline } = drive
  return bus.request(issueReceipt, request, {
    commandId: `issue:${request.runId}`,
    principal,
    requestId,
    deadline,
  })
}

/** The id of the receipt that was signed for a run, or null while none was. */
export async function signedReceiptOf(
  { bus }: Pick<SpoolDeps, 'bus'>,
  runId: string,
  deadline: number,
): Promise<string | null> {
  const principal = { kind: 'service', service: 'spool' } as const
  const options = { principal, requestId: `recovery:${runId}`, deadline }
  return (await bus.request(findReceiptOfRun, { runId }, options)).receiptId
}

/** The receipt and the attestation that were signed for a run. */
export function documentsOfRun(
  { bus }: Pick<SpoolDeps, 'bus'>,
  runId: string,
  { principal, requestId, deadline }: CommandContext,
): Promise<CommandOutput<typeof readDocumentsOfRun>> {
  return bus.request(readDocumentsOfRun, { runId }, { principal, requestId, deadline })
}

/** Whether a receipt still counts: it was neither replaced nor revoked, and neither was the key that signed it. */
export async function isActiveReceipt(
  { bus }: Pick<SpoolDeps, 'bus'>,
  receiptId: string,
  { requestId, deadline }: CommandContext,
): Promise<boolean> {
  const principal = { kind: 'service', service: 'spool' } as const
  return (await bus.request(readAttestation, { receiptId }, { principal, requestId, deadline })).isActive
}

type SigningState = CommandOutput<typeof readSigningState>

/** An answer that the signer is ready counts this long: a run that is opened meanwhile waits for its receipt. */
const readyMs = 1_000

/** What the signer says before a run is opened or a Spool is made. */
export type SigningGate = {
  readonly assertSigns: AssertSigns
  readonly epochs: RecoveryEpochs
}

/** Asks the signer before a run is opened, and first whether a worker would get it; concurrent runs share a question. */
export function createSigningGate(
  { bus, clock }: Pick<SpoolDeps, 'bus' | 'clock'>,
  assertTakesJobs: () => void,
): SigningGate {
  let readyUntil = 0
  let known: { readonly epoch: number; readonly until: number } | null = null
  let asked: Promise<SigningState> | null = null

  async function ask({ requestId, deadline }: AskContext): Promise<SigningState> {
    const options = { principal: { kind: 'service', service: 'spool' }, requestId, deadline } as const
    const answered = await bus.request(readSigningState, {}, options)
    const until = clock.now().getTime() + readyMs
    if (answered.state === 'ready') readyUntil = until
    known = { epoch: answered.recoveryEpoch ?? 0, until: answered.state === 'restored' ? 0 : until }
    return answered
  }

  function askTogether(context: AskContext): Promise<SigningState> {
    asked ??= ask(context).finally(() => {
      asked = null
    })
    return asked
  }

  async function now(context: AskContext): Promise<number> {
    if (known !== null && clock.now().getTime() < known.until) return known.epoch
    const answered = await askTogether(context)
    if (answered.state === 'restored') throw restored(answered)
    return answered.recoveryEpoch ?? 0
  }

  return {
    async assertSigns(kind, context) {
      assertTakesJobs()
      if (clock.now().getTime() < readyUntil) return true
      return isSigned(await askTogether(context), kind)
    },
    epochs: { now, known: (context) => now(context).catch(() => known?.epoch ?? 0) },
  }
}

function restored({ missing }: SigningState): Refusal {
  return unavailable(`${missing?.message ?? ''} Nothing was verified and nothing is charged.`.trim(), {
    reason: 'restored_from_backup',
    remediation:
      'Send the request again once the operator of the service has decided what follows the restore.',
    retryAfterSeconds: 60,
  })
}

/** An agreed Spool is verified without a receipt where that is wanted; any other run is nothing but its receipt, and is refused. */
function isSigned(answered: SigningState, kind: RunRequest['kind']): boolean {
  const { state, missing } = answered
  switch (state) {
    case 'ready':
      return true
    case 'off':
      if (kind === 'verify') return false
      throw unavailable('This deployment signs no receipts: nothing was verified.', { reason: 'signing_off' })
    case 'no_key':
      throw unavailable(`${missing?.message ?? ''} Nothing was verified and nothing is charged.`.trim(), {
        reason: 'signing_not_configured',
        remediation: `Send the request again once the operator has made the key active: ${missing?.remediation ?? ''}`,
        retryAfterSeconds: 30,
      })
    case 'restored':
      throw restored(answered)
    default:
      return state satisfies never
  }
}
