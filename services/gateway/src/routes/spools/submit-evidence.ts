import { submitEvidence } from '@outturn/contracts'
import { serve } from '../../http/route.ts'
import { asCommand } from '../bus-call.ts'
import { spoolAnswer, targetOf } from '../spool-answer.ts'

export const submitEvidenceRoute = serve(submitEvidence.http, async (call) => {
  const input = { ...targetOf(call), request: call.request }
  return spoolAnswer(200, await call.instance.bus.requestBytes(submitEvidence, input, asCommand(call)))
})
