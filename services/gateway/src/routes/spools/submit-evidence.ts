import { submitEvidence } from '@outturn/contracts'
import { serve } from '../../http/route.ts'
import { asCommand } from '../bus-call.ts'
import { assertSandboxCanKeep } from '../sandbox/sandbox-capabilities.ts'
import { spoolAnswer, targetOf } from '../spool-answer.ts'

export const submitEvidenceRoute = serve(submitEvidence.http, async (call) => {
  const { instance, identity, body: request } = call
  if (identity?.sessionId !== undefined) assertSandboxCanKeep(request, instance.sessions.budget)
  const input = { ...targetOf(call), request }
  return spoolAnswer(200, await instance.bus.requestBytes(submitEvidence, input, asCommand(call)))
})
