import { submitEvidence, submitSandboxEvidence } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'
import { asCommand } from '../bus-call.ts'
import { spoolAnswer, targetOf } from '../spool-answer.ts'

export const submitEvidenceRoutes: readonly Route[] = [submitEvidence.http, submitSandboxEvidence].map(
  (endpoint) =>
    serve(endpoint, async (call) => {
      const input = { ...targetOf(call), request: call.request }
      return spoolAnswer(200, await call.instance.bus.requestBytes(submitEvidence, input, asCommand(call)))
    }),
)
