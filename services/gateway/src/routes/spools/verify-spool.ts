import {
  previewVerification,
  type VerifiedSpool,
  verifySandboxSpool,
  verifySpool,
  type VerifySpoolRequest,
} from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import { type Answer, type Call, json, type Route, serve } from '../../http/route.ts'
import { asCaller, asCommand } from '../bus-call.ts'
import { countedBySandbox, previewedInSandbox } from '../ordinary.ts'
import { spoolAnswer, targetOf } from '../spool-answer.ts'

export const verifySpoolRoutes: readonly Route[] = [
  serve(verifySpool.http, verify),
  serve(verifySandboxSpool, verify),
]

type Verification = { readonly dry_run: boolean }

async function verify(call: Call<VerifySpoolRequest, Verification>): Promise<Answer> {
  const { request, passed } = call
  const target = targetOf(call)
  if (call.query.dry_run) {
    const preview = () =>
      call.instance.bus.requestBytes(previewVerification, { ...target, request, ...passed }, asCaller(call))
    return json(200, (await previewedInSandbox(call, 'verifies', preview)).bytes)
  }
  const input = { ...target, request, ...passed }
  const send = () => call.instance.bus.requestBytes(verifySpool, input, asCommand(call))
  failPoint('gateway.before-command')
  const reply = await countedBySandbox(call, 'verifies', send, ranNothing)
  failPoint('gateway.before-answer')
  return spoolAnswer(200, reply)
}

/** Confirmations alone start no run, and neither does a request with nothing new to judge. */
function ranNothing({ bytes }: Reply): boolean {
  const { verification_run_id: runId, unchanged } = JSON.parse(Buffer.from(bytes).toString()) as VerifiedSpool
  return runId === null || unchanged === true
}
