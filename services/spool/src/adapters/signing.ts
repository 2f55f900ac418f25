import { type CommandInput, type CommandOutput, issueReceipt } from '@outturn/contracts'
import type { SpoolDeps } from '../deps.ts'

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
