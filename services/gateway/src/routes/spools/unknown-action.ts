import { Refusal } from '@outturn/contracts'
import { defineRoute } from '../../http/route.ts'

/**
 * Refuses an action that there is not. Its caller is authenticated first, as for every action, and its body is not
 * looked at.
 */
export const unknownActionRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/spools/:id/:action',
  operation: 'refuse-unknown-action',
  summary: 'Refuse an action that there is not',
  isInternal: true,
  isRateLimited: true,
  query: 'ignored',
  success: { status: 404, description: 'There is none.', content: { mediaType: 'application/json' } },
  refuseUnknown({ action = '' }) {
    throw new Refusal('unknown_action', `There is no action ${action.slice(0, 40)}.`, { field: 'action' })
  },
  answer() {
    throw new Error('an unknown action was answered')
  },
})
