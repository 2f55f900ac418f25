import {
  CompiledPolicy,
  CompilePolicyRequest,
  ConfirmedPolicy,
  ConfirmPolicyRequest,
  compilePolicy,
  confirmPolicy,
} from '@outturn/contracts'
import { type Answer, type Call, defineRoute, json, type Route } from '../../http/route.ts'
import { asCommand, commanded, replayHeader } from '../bus-call.ts'

export const policyRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/v1/policy-compiler',
    operation: 'compile-policy',
    summary: 'Read conditions out of a text',
    isRateLimited: true,
    body: CompilePolicyRequest,
    success: {
      status: 201,
      description: 'Suggestions that bind nothing, and questions where the text is not exact.',
      content: CompiledPolicy,
    },
    refuses: [...compilePolicy.refuses, 'limit_reached'],
    answer: compile,
  }),
  defineRoute({
    method: 'POST',
    path: '/api/v1/policy-compiler/confirm',
    operation: 'confirm-policy',
    summary: 'Choose among the suggestions and answer the questions',
    isRateLimited: true,
    body: ConfirmPolicyRequest,
    success: {
      status: 201,
      description: 'Conditions to create a Spool with; they bind when it is created.',
      content: ConfirmedPolicy,
    },
    refuses: confirmPolicy.refuses,
    answer: (call) => commanded(call, 201, confirmPolicy, { request: call.body }),
  }),
]

async function compile(call: Call<CompilePolicyRequest>): Promise<Answer> {
  const { instance, identity, body: request } = call
  const send = () => instance.bus.requestBytes(compilePolicy, { request }, asCommand(call))
  const { sessionId } = identity ?? {}
  const reply =
    sessionId === undefined ? await send() : await instance.sessions.count('compiles', sessionId, send)
  return json(201, reply.bytes, replayHeader(reply))
}
