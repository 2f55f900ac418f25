import { publicEndpoints } from '@outturn/contracts'
import { keyScopes } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { acceptedSpool } from '../agreement/accepted-spool.fixture.ts'
import type { Spool } from '../model/spool.ts'
import { transitionOf, transitions } from './transitions.ts'

const plain = acceptedSpool([])
const askedToCancel: Spool = {
  ...plain,
  state: {
    ...plain.state,
    status: { ...plain.state.status, settlement: 'committed' },
    cancelConsents: ['buyer'],
  },
}

const endpoints = publicEndpoints('outturn')
const actions = Object.keys(transitions) as (keyof typeof transitions)[]
const cases = actions.flatMap((action) => keyScopes.map((scope) => [action, scope] as const))

/** What the table of endpoints lets through, and what the interface document says of it by that. */
function declared(action: string, scope: (typeof keyScopes)[number]): boolean {
  const access = endpoints.find(({ path }) => path === `/api/v1/spools/:id/${action}`)?.access
  if (access?.kind !== 'key') throw new Error(`the action ${action} is not served to keys`)
  return access.scopes.includes(scope) && access.onlyDryRun?.includes(scope) !== true
}

test.each(cases)(
  'the action %s is declared for a key of scope %s where the lifecycle lets it',
  (action, scope) => {
    const lets = [plain, askedToCancel].some((spool) => transitionOf(action, spool).scopes.includes(scope))
    expect(declared(action, scope)).toBe(lets)
  },
)
