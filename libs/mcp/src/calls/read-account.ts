import type { CallToolResult } from '@modelcontextprotocol/server'
import { answeredAs, isRefusal, jsonOfAnswer, toolAnswer } from '../answers/tool-answer.ts'
import type { Json } from '../tools/tool.ts'
import type { ApiAnswer } from './api.ts'

/** The operations of which the account of a caller is put together. */
export const accountOperations = ['read-account', 'read-balance', 'read-usage'] as const
type AccountOperation = (typeof accountOperations)[number]

/** Reads the account, and of the balance and the use what its credential may read. The first refusal is the answer. */
export async function readAccount(
  query: Json,
  send: (operationId: AccountOperation, query?: Json) => Promise<ApiAnswer>,
): Promise<CallToolResult> {
  const found = await send('read-account')
  const account = jsonOfAnswer(found)
  if (isRefusal(found.status, account)) return answeredAs(found)
  const { scope, allowance } = account
  const parts: Record<string, Json> = { account }
  for (const [name, operationId, mayRead] of [
    ['balance', 'read-balance', allowance !== null],
    ['usage', 'read-usage', scope !== 'counterparty'],
  ] as const) {
    if (!mayRead) continue
    const answer = await send(operationId, operationId === 'read-usage' ? query : {})
    const body = jsonOfAnswer(answer)
    if (isRefusal(answer.status, body)) return answeredAs(answer)
    parts[name] = body
  }
  return toolAnswer(parts)
}
