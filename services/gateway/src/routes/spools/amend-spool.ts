import { amendSpool } from '@outturn/contracts'
import { json, serve } from '../../http/route.ts'
import { asCaller, asCommand } from '../bus-call.ts'
import { assertSandboxCanAgree } from '../../wire/sandbox-limits.ts'
import { spoolAnswer, targetOf } from '../spool-answer.ts'

export const amendSpoolRoute = serve(amendSpool.http, async (call) => {
  const { instance, identity, body: request } = call
  if (identity?.sessionId !== undefined) assertSandboxCanAgree(request.add_conditions ?? [], 'add_conditions')
  const input = { ...targetOf(call), request, dryRun: call.query.dry_run }
  if (!input.dryRun)
    return spoolAnswer(200, await instance.bus.requestBytes(amendSpool, input, asCommand(call)))
  // Nothing is stored, so there is no tag to match later and no reply to repeat.
  return json(200, (await instance.bus.requestBytes(amendSpool, input, asCaller(call))).bytes)
})
