import { createSpool } from '@outturn/contracts'
import { serve } from '../../http/route.ts'
import { asCommand } from '../bus-call.ts'
import { countedBySandbox, replyAnswer } from '../ordinary.ts'
import { assertSandboxCanAgree } from '../../wire/sandbox-limits.ts'

export const createSpoolRoute = serve(createSpool.http, async (call) => {
  const { instance, identity, body: request } = call
  if (identity?.sessionId !== undefined) assertSandboxCanAgree(request.conditions, 'conditions')
  const send = () => instance.bus.requestBytes(createSpool, { request }, asCommand(call))
  return replyAnswer(createSpool.http, call, await countedBySandbox(call, 'spools', send))
})
