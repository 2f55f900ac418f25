import {
  type CompiledPolicy,
  compilePolicy,
  compileSandboxSpool,
  type CompiledSpool,
  type CompileSandboxRequest,
  type CreatedSpool,
  createSpool,
  Refusal,
} from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import { type Call, serve } from '../../http/route.ts'
import { assertCompiledInSandbox } from '../../wire/sandbox-limits.ts'
import { asOfText, spoolOfText } from '../../wire/spool-of-text.ts'
import { asCommand } from '../bus-call.ts'
import { countedBySandbox } from '../ordinary.ts'
import { spoolAnswer } from '../spool-answer.ts'

/**
 * Two commands, each counted by itself and each the same when the request is repeated: the text is read, and a Spool is made of what it
 * states. Where nothing was read the text is counted all the same.
 */
export const compileSandboxSpoolRoute = serve(compileSandboxSpool, async (call) => {
  const { body, instance } = call
  const readIt = () => {
    failPoint('gateway.before-reading')
    return readText(call)
  }
  const policy = read<CompiledPolicy>(await countedBySandbox(call, 'compiles', readIt))
  failPoint('gateway.after-reading')
  if (policy.charged === false) throw nothingRead()
  assertCompiledInSandbox(policy, body, instance.sessions.budget)
  const { request, unsupported } = spoolOfText(policy, body)
  const questions = policy.ambiguities
  const isDraft = questions.length > 0 || unsupported.length > 0
  const input = { request, ...(isDraft && { isDraft: true as const }) }
  const make = () => {
    failPoint('gateway.before-making')
    return told(call, instance.bus.requestBytes(createSpool, input, asCommand(call)))
  }
  const reply = await countedBySandbox(call, 'spools', make)
  failPoint('gateway.after-making')
  const compiled: CompiledSpool = { ...read<CreatedSpool>(reply), questions, unsupported }
  return spoolAnswer(201, { ...reply, bytes: Buffer.from(JSON.stringify(compiled)) })
})

function readText(call: Call<CompileSandboxRequest>): Promise<Reply> {
  const { conditions: _, economics, ...text } = call.body
  const unitization = economics?.unitization
  const request = { ...text, ...(unitization !== undefined && { unitization }) }
  return told(call, call.instance.bus.requestBytes(compilePolicy, { request }, asCommand(call)))
}

/** The reply, or the refusal as the caller's own request has its fields. */
async function told({ body }: Call<CompileSandboxRequest>, reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply
  } catch (error) {
    throw asOfText(error, body)
  }
}

function read<Answer>({ bytes }: Reply): Answer {
  return JSON.parse(Buffer.from(bytes).toString()) as Answer
}

function nothingRead(): Refusal {
  return new Refusal('compile_failed', 'Nothing of this text says what the work must meet.', {
    field: 'source',
    remediation:
      'Say what the work must meet, as in: 2 leads at $2.50 each. Every row has "name" and "website". Then compile again.',
  })
}
