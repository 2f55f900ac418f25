import { replayPromise } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'
import { asCommand, passedText } from '../bus-call.ts'
import { countedBySandbox, replyAnswer } from '../ordinary.ts'

/** Passes the whole request on as a text, as it may have a whole history. */
export const replayPromiseRoute: Route = serve(replayPromise.http, async (call) => {
  const input = { replay: passedText(call, 'replay') }
  const send = () => call.instance.bus.requestBytes(replayPromise, input, asCommand(call))
  return replyAnswer(
    replayPromise.http,
    call,
    await countedBySandbox(call, replayPromise.http.sandboxUse, send),
  )
})
