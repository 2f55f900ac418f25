import type { Endpoint } from '@outturn/contracts'
import type { Caller } from '../calls/api.ts'
import type { Operations } from '../calls/request-of-call.ts'
import { coreTools } from './core-tools.ts'
import { operationTools } from './operation-tools.ts'
import { accountOperations } from '../calls/read-account.ts'
import { type Tool, type Toolset, toolsets, type ToolWork } from './tool.ts'

/** Which tools a host asked for. */
export type ToolChoice = { readonly sets: ReadonlySet<Toolset>; readonly isReadOnly: boolean }

/** The choice in the words of an address or a header; null where one of the sets is none. */
export function readToolChoice(sets: string | null | undefined, readOnly: string | null | undefined) {
  const names = sets === null || sets === undefined || sets === '' ? ['core'] : sets.split(',')
  const chosen = names.map((name) => toolsets.find((set) => set === name.trim()))
  if (chosen.includes(undefined)) return null
  return {
    sets: new Set<Toolset>(chosen.filter((set) => set !== undefined)),
    isReadOnly: readOnly === 'true' || readOnly === '1',
  } satisfies ToolChoice
}

/** The tools of a choice that this caller may use, always in the same order. */
export function offeredTools(choice: ToolChoice, caller: Caller, operations: Operations): readonly Tool[] {
  const core = choice.sets.has('core') ? coreTools : []
  return [...core, ...operationTools(choice.sets, operations)].filter(
    (tool) =>
      (!choice.isReadOnly || tool.annotations.readOnlyHint) &&
      (operationsOfTool(tool, operations)?.some((endpoint) => mayUse(endpoint, caller)) ?? true),
  )
}

/** The operations that a tool is bound to; undefined where it is bound to none. */
function operationsOfTool({ work }: Tool, operations: Operations): readonly Endpoint[] | undefined {
  const ids = operationIdsOf(work)
  return ids.length === 0 ? undefined : ids.flatMap((id) => operations.get(id) ?? [])
}

/** The operations that a tool may call, the first of which every one of its calls makes. */
export function operationIdsOf(work: ToolWork): readonly string[] {
  switch (work.kind) {
    case 'operation':
      return [work.operationId]
    case 'one of':
      return work.operationIds
    case 'account':
      return accountOperations
    case 'any':
    case 'offline':
      return []
    default:
      return work satisfies never
  }
}

function mayUse({ access }: Endpoint, caller: Caller): boolean {
  if (access.kind === 'open' || access.kind === 'session') return true
  if (access.kind === 'person') return false
  switch (caller.kind) {
    case 'anonymous':
    case 'unread':
      return true
    case 'sandbox':
      if (access.kind === 'key' && !access.sandbox) return false
      return caller.isInvited ? access.scopes.includes('counterparty') : true
    case 'account':
      return access.scopes.some((scope) => scope === caller.scope)
    default:
      return caller satisfies never
  }
}
