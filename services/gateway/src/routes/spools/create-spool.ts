import { createSpool } from '@outturn/contracts'
import { serve } from '../../http/route.ts'
import { asCommand } from '../bus-call.ts'
import { countedBySandbox, replyAnswer } from '../ordinary.ts'

export const createSpoolRoute = serve(createSpool.http, async (call) => {
  const { instance, request } = call
  const send = () => instance.bus.requestBytes(createSpool, { request }, asCommand(call))
  return replyAnswer(createSpool.http, call, await countedBySandbox(call, 'spools', send))
})
