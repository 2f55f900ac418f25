import { type VerifiedSpool, verifySpool } from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import { serve } from '../../http/route.ts'
import { asCommand } from '../bus-call.ts'
import { countedBySandbox } from '../ordinary.ts'
import { spoolAnswer, targetOf } from '../spool-answer.ts'

export const verifySpoolRoute = serve(verifySpool.http, async (call) => {
  const input = { ...targetOf(call), request: call.body }
  const send = () => call.instance.bus.requestBytes(verifySpool, input, asCommand(call))
  failPoint('gateway.before-command')
  const reply = await countedBySandbox(call, 'verifies', send, ranNothing)
  failPoint('gateway.before-answer')
  return spoolAnswer(200, reply)
})

/** Confirmations alone start no run. */
function ranNothing({ bytes }: Reply): boolean {
  const { verification_run_id: runId } = JSON.parse(Buffer.from(bytes).toString()) as VerifiedSpool
  return runId === null
}
